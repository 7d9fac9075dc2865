import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@/server/contracts/errors';
import { readSourceFiles } from '@/server/db/read-source-files';
import type { SourceFile } from '@/server/market/import/guess-mapping';
import type { AccountFinding, AccountLedger } from './account-ledger';
import { type AccountDay, readNavLog } from './read-nav-log';
import { type AccountTrade, readTradeLog } from './read-trade-log';
import { reconcileHoldings } from './reconcile-holdings';
import { tradeMetrics } from './trade-metrics';

/** An account as its files say it. */
export interface ParsedAccount {
  readonly days: readonly AccountDay[];
  readonly trades: readonly AccountTrade[];
  readonly ledger: AccountLedger;
}

/** A QuantPits workspace on disk (the folder itself, or its `data`). @throws AppError NOT_FOUND, BAD_INPUT with file and line */
export function readWorkspace(dir: string): ParsedAccount {
  if (!existsSync(dir) || !statSync(dir).isDirectory()) throw new AppError('NOT_FOUND', `${dir} is not a folder; give a QuantPits workspace.`);
  const data = [join(dir, 'data'), dir].find((folder) => existsSync(join(folder, 'daily_amount_log_full.csv')));
  if (!data) throw new AppError('NOT_FOUND', `${dir} has no data/daily_amount_log_full.csv; give a QuantPits workspace.`);
  const take = (name: string): SourceFile | null => (existsSync(join(data, name)) ? { ...readSourceFiles([join(data, name)])[0]!, name } : null);
  return parseWorkspace({ nav: take('daily_amount_log_full.csv')!, trades: take('trade_log_full.csv'), holdings: take('holding_log_full.csv') });
}

/** The same from bytes. @throws AppError BAD_INPUT */
export function parseWorkspace(files: { nav: SourceFile; trades: SourceFile | null; holdings: SourceFile | null }): ParsedAccount {
  const nav = readNavLog(files.nav);
  const log = files.trades && readTradeLog(files.trades);
  const holdings = files.holdings && reconcileHoldings(files.holdings, nav.days);
  const absent = (kind: AccountFinding['kind'], detail: string): AccountFinding => ({ kind, date: null, detail, evidence: {} });
  const unmatched = tradeMetrics(nav.days, log?.trades ?? []).unmatchedSales;
  const dated = new Set(nav.days.map((d) => d.date));
  const stray = (log?.trades ?? []).filter((t) => !dated.has(t.date));
  return {
    days: nav.days,
    trades: log?.trades ?? [],
    ledger: {
      files: [nav.file, ...(log ? [log.file] : []), ...(holdings ? [holdings.file] : [])],
      findings: [
        ...nav.findings,
        ...(log ? log.findings : [absent('no-trade-log', 'There is no trade_log_full.csv: nothing can be said about turnover and trades.')]),
        ...(stray.length > 0 ? [{ kind: 'trade-without-day' as const, date: stray[0]!.date, detail: `${stray.length} ${stray.length === 1 ? 'trade falls' : 'trades fall'} on a day without a NAV and ${stray.length === 1 ? 'is' : 'are'} not in the turnover.`, evidence: { rows: stray.length, line: stray[0]!.line } }] : []),
        ...(unmatched > 0 ? [{ kind: 'sold-more-than-bought' as const, date: null, detail: `${unmatched} sale(s) have no purchase in the log (held before it begins?) and are in no figure of realised trades.`, evidence: { sales: unmatched } }] : []),
        ...(holdings ? holdings.findings : [absent('no-holding-log', 'There is no holding_log_full.csv: the NAV could not be checked against holdings and cash.')]),
      ],
      benchmark: nav.benchmark,
      reconciliation: holdings?.reconciliation ?? null,
    },
  };
}
