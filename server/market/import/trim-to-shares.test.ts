import { expect, it } from 'vitest';
import { importBars } from '../import-bars';
import { importLedgerSchema } from '../import-ledger';

const file = (name: string, days: readonly string[]): { name: string; bytes: Uint8Array } => ({
  name, bytes: new TextEncoder().encode(`date,open,high,low,close,volume,amount\n${days.map((day, k) => `${day},10,11,9.9,${10 + k / 10},1000,10000`).join('\n')}\n`),
});
const INDEX = ['2023-12-28', '2023-12-29', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08'];

it('an index that is longer than the shares adds no session on which nothing could be traded, and its rows are named', () => {
  const { panel, ledger } = importBars([file('000300.SH.csv', INDEX), file('600000.csv', INDEX.slice(2, 5)), file('600004.csv', INDEX.slice(3, 6))], { market: 'm' });
  expect(panel.dates).toEqual(INDEX.slice(2, 6));
  expect(panel.benchmark).toHaveLength(4);
  expect(importLedgerSchema.parse(ledger).findings.filter((f) => f.kind === 'index-longer')).toEqual([{
    kind: 'index-longer', symbol: '*', date: '2023-12-28', evidence: { sessions_before: 2, sessions_after: 1 },
    detail: 'Only an index has rows on these sessions: 2 from 2023-12-28 to 2023-12-29 and 1 from 2024-01-08 to 2024-01-08. They were left out: no share could be traded there.',
  }]);
  // One of the two begins inside the span; against the index both would.
  expect(ledger.findings.find((f) => f.kind === 'listed-inside')?.evidence).toEqual({ symbols: 1, of: 2 });
});

it('a share as the benchmark sets no session either, and with nothing to leave out nothing is said', () => {
  const long = importBars([file('600000.csv', INDEX), file('600004.csv', INDEX.slice(2, 6))], { market: 'm', benchmark: '600000' });
  expect(long.panel.dates).toEqual(INDEX.slice(2, 6));
  const same = importBars([file('000300.SH.csv', INDEX), file('600004.csv', INDEX)], { market: 'm' });
  expect(same.panel.dates).toEqual(INDEX);
  expect(same.ledger.findings.some((f) => f.kind === 'index-longer')).toBe(false);
});
