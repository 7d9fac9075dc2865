import { type BoardRule, type BoardRules, boardRule } from '@/server/market/board-rules';
import { CELL, type Panel } from '@/server/market/panel';

/** The board rules of all symbols in columns; they hold on dates in [from, until). */
export interface BoardColumns {
  readonly from: string;
  readonly until: string;
  readonly rules: readonly BoardRule[];
  /** 1 where bought shares may not be sold in the same session, else 0. */
  readonly settlesLater: Float64Array;
  /** Smallest order, and the step above it, in shares. */
  readonly minShares: Float64Array;
  readonly stepShares: Float64Array;
  /** Daily limits in percent, NaN = none. */
  readonly limitPct: Float64Array;
  readonly stLimitPct: Float64Array;
  /** First day (index) with ordinary limits: after the listing days that have their own. */
  readonly ordinaryFrom: Float64Array;
}

/** Day index on which each symbol is first listed; 0 also stands for "long before". */
export function listingDays(panel: Panel): Int32Array {
  const n = panel.symbols.length;
  return Int32Array.from(panel.symbols, (_, i) => {
    let t = 0;
    while (t < panel.dates.length && panel.status[t * n + i] === CELL.UNLISTED) t++;
    return t;
  });
}

/** @throws AppError BAD_INPUT when the table has no row for a symbol on the date */
export function boardColumnsOn(panel: Panel, table: BoardRules, listed: Int32Array, date: string): BoardColumns {
  // A name that lists later has no rule yet (STAR before 2019-07-22); its first day's rule is never used before.
  const ruleDate = (i: number): string => {
    const first = panel.dates[listed[i]!] ?? panel.dates.at(-1)!;
    return first > date ? first : date;
  };
  const rules = panel.symbols.map((symbol, i) => boardRule(symbol, ruleDate(i), table));
  // Who was listed under the old system a few days before a reform gets no free sessions by it.
  const firstSessions = panel.symbols.map((symbol, i) => (listed[i] === 0 ? 0 : Math.max(boardRule(symbol, panel.dates[listed[i]!] ?? date, table).freeSessions, 1)));
  const column = (value: (rule: BoardRule, i: number) => number) => Float64Array.from(rules, value);
  const starts = table.map((row) => row.from);
  return {
    from: starts.reduce((latest, from) => (from <= date && from > latest ? from : latest), ''),
    until: starts.reduce((next, from) => (from > date && from < next ? from : next), '9999-12-31'),
    rules,
    settlesLater: column((rule) => (rule.settlementSessions > 0 ? 1 : 0)),
    minShares: column((rule) => rule.minShares),
    stepShares: column((rule) => rule.stepShares),
    limitPct: column((rule) => rule.limitPct ?? Number.NaN),
    stLimitPct: column((rule) => rule.stLimitPct ?? Number.NaN),
    ordinaryFrom: column((_, i) => listed[i]! + firstSessions[i]!),
  };
}
