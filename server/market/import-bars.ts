import { AppError } from '@/server/contracts/errors';
import { fromDayNumber } from '@/server/contracts/calendar-date';
import { type BoardRule, type BoardRules, codeOf, rulesOf, withOwnRules } from './board-rules';
import { assemblePanel } from './import/assemble-panel';
import { chooseCalendar } from './import/choose-calendar';
import { decodeText } from './import/decode-text';
import { findDecimalsChange, findFinePrices, findPartialBars, findUnitProblems, findVwapOutside, findZeroVolume } from './import/find-bar-defects';
import { findCalendarFaults } from './import/find-calendar-faults';
import { findEarlyEnds } from './import/find-early-ends';
import { findMarketFacts } from './import/find-market-facts';
import { findBeyondLimit, findLargeMoves, type LockedDays } from './import/find-price-jumps';
import { guessFromText, overrideFor, type SourceFile } from './import/guess-mapping';
import type { RawTable } from './import/raw-table';
import { readTable } from './import/read-table';
import { refuseLostZeros, refuseTwoSpellings, refuseUnusable } from './import/refuse-unusable';
import { refuseIdleFiles, refuseIdleSplits } from './import/refuse-idle-mapping';
import { type ResolvedSeries, resolveSeries } from './import/resolve-series';
import { STAMP_DAY } from './import/scan-cell';
import { buildSeries } from './import/series';
import { isIndexSymbol, preferredBenchmark } from './import/symbol-names';
import { trimToShares } from './import/trim-to-shares';
import type { ConfirmedSplit, FileMapping, Finding, ImportLedger, ImportMapping } from './import-ledger';
import { type Board, CELL, FLAG, type Panel, type PanelMeta } from './panel';

export interface ImportOptions {
  readonly market: string;
  /** Default: cn-a when every symbol carries an A-share code, us when none does. */
  readonly board?: Board;
  readonly mapping?: ImportMapping;
  /** Symbol of the benchmark; default: the best known index among the files; null = none. */
  readonly benchmark?: string | null;
  /** What options leave open the mapping may say. */
  readonly splits?: readonly ConfirmedSplit[];
  /** Told how each file will be read, all of them before the first is. */
  readonly onMapping?: (files: readonly { readonly name: string; readonly mapping: FileMapping }[]) => void;
}

export interface ImportResult {
  readonly panel: Panel;
  readonly ledger: ImportLedger;
}

/** Read delimited bar files into one panel and its ledger. Whole or not at all. @throws AppError BAD_INPUT naming file and line */
export function importBars(files: readonly SourceFile[], options: ImportOptions): ImportResult {
  if (files.length === 0) throw new AppError('BAD_INPUT', 'No files to import were given.');
  const tables = readDelimited(files, options);
  const result = importTables(tables.map((t) => t.table), options);
  for (const { table, openEnded } of tables) if (openEnded) result.ledger.findings.push(openEnd(table));
  return result;
}

/** A file cut off inside its last number looks whole: only the missing line break tells. */
function openEnd(table: RawTable): Finding {
  const last = table.rows - 1;
  const date = fromDayNumber(Math.floor(table.stamp[last]! / STAMP_DAY));
  return { kind: 'no-final-newline', symbol: table.symbols[table.symbolAt[last]!]!, date, detail: `${table.name} ends without a line break: if it was cut off, its last row is wrong.`, evidence: { line: table.line[last]! } };
}

/** Tables of delimited files, each read by its guessed mapping and what the person says about it. @throws AppError BAD_INPUT */
function readDelimited(files: readonly SourceFile[], { mapping, onMapping }: ImportOptions): { table: RawTable; openEnded: boolean }[] {
  refuseIdleFiles(mapping, files.map((f) => f.name));
  const texts = files.map((file) => {
    const override = overrideFor(file.name, mapping);
    const { encoding, utf8 } = decodeText(file.bytes, file.name, override.encoding);
    return { name: file.name, utf8, mapping: guessFromText(file.name, encoding, utf8, override) };
  });
  onMapping?.(texts);
  return texts.map((file) => {
    const table = readTable(file.name, file.utf8, file.mapping);
    return { table, openEnded: file.utf8[file.utf8.length - 1] !== 0x0a };
  });
}

/** The part of an import that does not depend on the file format: series → calendar → findings → panel. */
export function importTables(tables: readonly RawTable[], options: ImportOptions): ImportResult {
  tables.forEach(refuseUnusable);
  const findings: Finding[] = [];
  const { series, dropped } = buildSeries(tables, findings);
  const { days: sessions, kept } = chooseCalendar(series, findings);
  const names = kept.map((s) => s.symbol);
  refuseTwoSpellings(names);
  findings.push(...findCalendarFaults(sessions));
  const board = options.board ?? options.mapping?.board ?? guessBoard(names.filter((s) => !isIndexSymbol(s)));
  const named = options.benchmark === undefined ? options.mapping?.benchmark : options.benchmark;
  const benchmark = named === undefined ? preferredBenchmark(names) : named;
  if (benchmark !== null && !names.includes(benchmark)) throw new AppError('BAD_INPUT', `The benchmark ${benchmark} is not among the imported symbols (${names.slice(0, 10).join(', ')}…).`);
  const isShare = (symbol: string): boolean => !isIndexSymbol(symbol) && symbol !== benchmark;
  const days = trimToShares(sessions, kept, isShare, findings);
  const splits = options.splits ?? options.mapping?.splits ?? [];
  const resolved = kept.map((s) => resolveSeries(s, splits, findings));
  refuseIdleSplits(splits, resolved, findings);
  const shares = resolved.filter((s) => isShare(s.symbol));
  if (shares.length === 0) throw new AppError('BAD_INPUT', `Only indices were given (${names.join(', ')}); a market needs at least one share.`);
  const dateOf = new Map(Array.from(days, (day) => [day, fromDayNumber(day)]));
  const datesOf = (s: ResolvedSeries): string[] => Array.from(s.days, (day) => dateOf.get(day) ?? fromDayNumber(day));
  const unfinished = new Set(findings.filter((f) => f.kind === 'partial-last-bar').map((f) => f.symbol));
  const own = options.mapping?.boardRules;
  const meta: PanelMeta = { name: options.market, board, currency: board === 'us' ? 'USD' : 'CNY', synthetic: false, seed: null, benchmark, ...(own ? { boardRules: withOwnRules(board, own) } : {}) };
  const rules = rulesOf(meta);
  findings.push(...(own ?? []).map(ownRule));
  const locked: LockedDays = { up: 0, down: 0, stUp: 0, stDown: 0 };
  for (const s of resolved) inspect(s, { index: !isShare(s.symbol), unfinished: unfinished.has(s.symbol) }, board === 'us' ? null : rules, days[0]!, datesOf, locked, findings);
  findings.push(...findEarlyEnds(tables, resolved, days), ...findMarketFacts(shares, days, board === 'us' ? null : { rules, locked }));
  const filled = shares.map((s) => (s.hasVolume && s.amount.every(Number.isNaN) ? withDerivedAmount(s, findings) : s));
  const partial = unfinishedSymbols(findings, shares.length);
  const panel = assemblePanel(meta, days, filled, resolved.find((s) => s.symbol === benchmark) ?? null, partial, findings);
  return { panel, ledger: writeLedger(tables, dropped, panel, findings) };
}

function guessBoard(symbols: readonly string[]): Board {
  refuseLostZeros(symbols);
  const coded = symbols.filter((s) => codeOf(s) !== null).length;
  if (coded === symbols.length) return 'cn-a';
  if (coded === 0) return 'us';
  throw new AppError('BAD_INPUT', `${coded} of ${symbols.length} symbols carry an A-share code and the others do not; say the board in the mapping: {"board": "cn-a"} or {"board": "us"}.`);
}

/** What the person said about the board stands in the ledger: it decides which orders are legal. */
function ownRule({ segment, from, limitPct, stLimitPct, minShares, stepShares, settlementSessions }: BoardRule): Finding {
  const limit = limitPct === null ? 'no price limit' : `limit ${limitPct} %`;
  const st = stLimitPct === null ? 'none for ST' : `ST ${stLimitPct} %`;
  return { kind: 'own-board-rule', symbol: '*', date: from, detail: `Rule of the mapping for ${segment} from this day: ${limit}, ${st}, at least ${minShares} shares in steps of ${stepShares}, bought shares are sold T+${settlementSessions}.`, evidence: { segment, limit_pct: limitPct, st_limit_pct: stLimitPct } };
}

function inspect(s: ResolvedSeries, { index, unfinished }: { index: boolean; unfinished: boolean }, rules: BoardRules | null, firstDay: number, datesOf: (s: ResolvedSeries) => string[], locked: LockedDays, findings: Finding[]): void {
  findings.push(...findUnitProblems(s, index), ...findDecimalsChange(s), ...(unfinished ? [] : findPartialBars(s, index)), ...findZeroVolume(s, index));
  if (index) {
    findings.push({ kind: 'index-set-aside', symbol: s.symbol, date: null, detail: 'An index: not tradable, kept out of the universe.', evidence: { rows: s.days.length } });
    return;
  }
  findings.push(...findVwapOutside(s), ...findFinePrices(s));
  if (rules === null) findings.push(...findLargeMoves(s));
  else findings.push(...findBeyondLimit(s, datesOf(s), s.days[0] === firstDay, rules, locked));
}

/**
 * Symbols whose last bar is flagged PARTIAL: proven by missing intraday rows, or low volume in at least half of the market. One thin
 * last day of one name stays a finding: it may be true.
 */
function unfinishedSymbols(findings: readonly Finding[], shares: number): Set<string> {
  const last = findings.filter((f) => f.kind === 'partial-last-bar');
  const proven = last.filter((f) => f.evidence.usual !== undefined || last.length >= shares / 2);
  return new Set(proven.map((f) => f.symbol));
}

function withDerivedAmount(s: ResolvedSeries, findings: Finding[]): ResolvedSeries {
  findings.push({ kind: 'amount-derived', symbol: s.symbol, date: null, detail: 'The file gives no amount; it is volume × close.', evidence: { rows: s.days.length } });
  return { ...s, amount: s.volume.map((v, k) => v * s.close[k]!) };
}

function writeLedger(tables: readonly RawTable[], dropped: ReadonlyMap<string, number>, panel: Panel, findings: Finding[]): ImportLedger {
  const counts = { symbols: panel.symbols.length, sessions: panel.dates.length, traded: 0, suspended: 0, unlisted: 0, exDays: 0, stDays: 0 };
  for (let at = 0; at < panel.status.length; at++) {
    if (panel.status[at] === CELL.TRADED) counts.traded++;
    else if (panel.status[at] === CELL.SUSPENDED) counts.suspended++;
    else counts.unlisted++;
    if (panel.flags[at]! & FLAG.EX_DAY) counts.exDays++;
    if (panel.flags[at]! & FLAG.ST) counts.stDays++;
  }
  return {
    market: panel.meta.name, board: panel.meta.board, benchmark: panel.meta.benchmark, findings, counts,
    from: panel.dates[0]!, to: panel.dates[panel.dates.length - 1]!,
    files: tables.map((t) => ({
      name: t.name, bytes: t.bytes, encoding: t.mapping.encoding, mapping: t.mapping,
      rowsKept: t.rows - (dropped.get(t.name) ?? 0), rowsRefused: [...t.refused], rowsRefusedTotal: t.refusedTotal,
    })),
  };
}
