import { asc, eq } from 'drizzle-orm';
import { type Phase, type PhaseReport, phaseTable } from '@/server/analytics/phase-table';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { namedStyles } from '@/server/db/market-styles';
import { accountDays, accounts, accountTrades } from '@/server/db/schema';
import { type AccountLedger, accountLedgerSchema } from './account-ledger';
import { type AccountMetrics, accountMetrics } from './account-metrics';
import type { AccountRow } from './import-workspace';

export interface AccountReport {
  readonly account: AccountRow;
  readonly ledger: AccountLedger;
  readonly figures: AccountMetrics;
  /** The whole account, then each phase: calendar years unless dates are given. */
  readonly rows: readonly PhaseReport[];
}

/** All accounts by name. */
export const listAccounts = (db: DbOrTx): AccountRow[] => db.select().from(accounts).orderBy(asc(accounts.name)).all();

/** @throws AppError NOT_FOUND naming the accounts there are */
export function getAccountByName(db: DbOrTx, name: string): AccountRow {
  const row = db.select().from(accounts).where(eq(accounts.name, name)).get();
  if (row) return row;
  const names = listAccounts(db).map((a) => a.name);
  throw new AppError('NOT_FOUND', `There is no account named ${name}; ${names.length > 0 ? `there are: ${names.join(', ')}` : 'import one with `oomrl import workspace`'}.`);
}

/** An account's ledger, figures and phases; `market`: whose bars give the style proxies. @throws AppError NOT_FOUND, BAD_INPUT for a phase without days or days the market does not know */
export function readAccountReport(db: DbOrTx, input: { name: string; phases?: readonly Phase[] | null; rf?: number; market?: string | undefined }): AccountReport {
  const account = getAccountByName(db, input.name);
  const days = db.select().from(accountDays).where(eq(accountDays.accountId, account.id)).orderBy(asc(accountDays.date)).all();
  const trades = db.select().from(accountTrades).where(eq(accountTrades.accountId, account.id)).orderBy(asc(accountTrades.seq)).all();
  const figures = accountMetrics(days, trades, input.rf);
  const { dates, returns, benchmark } = figures;
  return {
    account, figures,
    ledger: parseOrThrow(accountLedgerSchema, account.ledger, `ledger of ${account.name}`),
    rows: phaseTable({ dates, returns, benchmark, styles: input.market === undefined ? null : namedStyles(db, input.market, dates), phases: input.phases ?? calendarYears(dates), baseDate: days[0]!.date, ...(input.rf === undefined ? {} : { rf: input.rf }) }),
  };
}

/** One phase per calendar year; none when there is only one year. */
function calendarYears(dates: readonly string[]): Phase[] {
  const years = [...new Set(dates.map((d) => d.slice(0, 4)))];
  return years.length < 2 ? [] : years.map((year) => ({ name: year, from: `${year}-01-01`, to: `${year}-12-31` }));
}
