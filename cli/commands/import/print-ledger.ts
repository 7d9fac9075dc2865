import type { PanelChange } from '@/server/market/compare-panels';
import type { Finding, FindingKind, ImportLedger } from '@/server/market/import-ledger';

const EXAMPLES = 3;

/** The ledger for people: what was kept, what was refused and why, what was found, kind by kind. */
export function printLedger(ledger: ImportLedger, panelHash: string | null, change: PanelChange | null): string {
  const { counts, files } = ledger;
  const kept = files.reduce((sum, f) => sum + f.rowsKept, 0);
  const refused = files.reduce((sum, f) => sum + f.rowsRefusedTotal, 0);
  const rows: [string, string][] = [
    ['market', `${ledger.market}, ${ledger.from} to ${ledger.to}, ${counts.symbols} symbols, ${counts.sessions} sessions, board ${ledger.board}, benchmark ${ledger.benchmark ?? 'none'}`],
    ['panel', panelHash ?? 'not stored (--dry-run)'],
    ...(change ? [['before', `${panelHash === null ? 'would replace' : 'replaced'} market ${ledger.market} (was ${change.was.bars} cells of ${change.was.symbols} ${change.was.symbols === 1 ? 'symbol' : 'symbols'}, ${change.was.from} to ${change.was.to}, board ${change.was.board}): ${change.addedDays} new sessions, ${change.addedSymbols} new symbols, ${change.changedBars} bars changed or gone`] as [string, string]] : []),
    ['rows kept', `${kept} in ${files.length} file${files.length === 1 ? '' : 's'}`],
    ['rows refused', String(refused)],
    ['cells', `${counts.traded} traded, ${counts.suspended} suspended, ${counts.unlisted} not listed yet; ${counts.exDays} ex-days, ${stDays(ledger)}`],
  ];
  return [...rows.map(([name, value]) => `${name.padEnd(13)} ${value}`), ...refusals(ledger), ...findings(ledger.findings)].join('\n');
}

/** 0 days would be a statement; a file without the column makes none. */
function stDays({ board, counts, files }: ImportLedger): string {
  if (board !== 'cn-a' || files.some((f) => f.mapping.columns.isst)) return `${counts.stDays} ST days`;
  return 'ST days not given (no column isST: every share has the limit of its board)';
}

function refusals(ledger: ImportLedger): string[] {
  return ledger.files.filter((f) => f.rowsRefusedTotal > 0).flatMap((f) => [
    ...f.rowsRefused.slice(0, EXAMPLES).map((r) => `  ${f.name}:${r.line}: ${r.reason}`),
    ...(f.rowsRefusedTotal > EXAMPLES ? [`  … and ${f.rowsRefusedTotal - EXAMPLES} more in ${f.name}`] : []),
  ]);
}

function findings(all: readonly Finding[]): string[] {
  if (all.length === 0) return ['findings      none'];
  const byKind = new Map<FindingKind, Finding[]>();
  for (const finding of all) byKind.set(finding.kind, [...(byKind.get(finding.kind) ?? []), finding]);
  const lines = [...byKind].sort((a, b) => a[0].localeCompare(b[0])).flatMap(([kind, list]) => [
    `  ${kind.padEnd(18)} ${String(list.length).padStart(6)}`,
    ...list.slice(0, EXAMPLES).map((f) => `      ${f.symbol} ${f.date ?? 'whole series'}: ${f.detail}`),
  ]);
  return [`findings      ${all.length}`, ...lines];
}
