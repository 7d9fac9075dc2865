import type { SourceFile } from '@/server/market/import/guess-mapping';
import type { AccountFile, AccountFinding, AccountLedger } from './account-ledger';
import { dateCell, fenCell, parseCsv, requireColumn } from './parse-csv';
import type { AccountDay } from './read-nav-log';

const SHOWN = 50;
/** Each row of a holding log is rounded to the fen by its writer. */
const SLACK_FEN = 100;

/** NAV of each day against the sum of its holdings and its CASH row in `holding_log_full.csv`. @throws AppError BAD_INPUT with file and line */
export function reconcileHoldings(source: SourceFile, days: readonly AccountDay[]): { file: AccountFile; findings: AccountFinding[]; reconciliation: NonNullable<AccountLedger['reconciliation']> } {
  const table = parseCsv(source);
  const dateAt = requireColumn(table, ['成交日期', '日期']);
  const valueAt = requireColumn(table, ['收盘价值']);
  const sums = new Map<string, number>();
  for (const row of table.rows) {
    const date = dateCell(table, row, dateAt);
    sums.set(date, (sums.get(date) ?? 0) + (fenCell(table, row, valueAt) ?? 0));
  }
  const checked = days.filter((day) => sums.has(day.date));
  const wrong = checked.filter((day) => Math.abs(sums.get(day.date)! - day.navFen) > SLACK_FEN);
  return {
    file: { name: table.name, encoding: table.encoding, rowsKept: table.rows.length, rowsIgnored: [], rowsIgnoredTotal: 0 },
    reconciliation: { daysChecked: checked.length, daysThatTie: checked.length - wrong.length },
    findings: wrong.slice(0, SHOWN).map((day) => ({
      kind: 'nav-mismatch', date: day.date,
      detail: `The NAV is ${((day.navFen - sums.get(day.date)!) / 100).toFixed(2)} above the sum of holdings and cash.`,
      evidence: { nav_fen: day.navFen, holdings_fen: sums.get(day.date)! },
    })),
  };
}
