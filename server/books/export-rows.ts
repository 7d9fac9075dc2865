import { and, asc, eq, gt, lte, max } from 'drizzle-orm';
import { parseOrThrow } from '@/server/contracts/errors';
import { z } from 'zod';
import type { DbOrTx } from '@/server/db/client';
import { getMarket } from '@/server/db/market-store';
import { fills, orders, packageVersions, steps } from '@/server/db/schema';
import { weightOf } from '@/server/simulation/unpriced-holdings';
import { getBook, getEpisode } from './get-book';

export const ROW_KINDS = ['orders', 'fills', 'days'] as const;
export type RowKind = (typeof ROW_KINDS)[number];
const inputSchema = z.object({ kind: z.enum(ROW_KINDS, { error: `must be one of ${ROW_KINDS.join(', ')}` }) });

/** Days read at a time: the file of a long episode never stands in memory. */
const DAYS_A_PAGE = 60;

type Cell = string | number | null;
export interface RowExport {
  readonly name: string;
  readonly header: readonly string[];
  /** Rows in the order of the days; money in units of the currency, exact to its smallest unit. */
  readonly pages: () => Generator<Cell[][]>;
}

/** Every order, fill or day of an episode (default: the one that runs). @throws AppError NOT_FOUND, BAD_INPUT */
export function exportRows(db: DbOrTx, input: { bookId: string; episodeId: string | null; kind: string }): RowExport {
  const { kind } = parseOrThrow(inputSchema, input, 'rows');
  const book = getBook(db, input.bookId);
  const episode = getEpisode(db, input.episodeId ?? book.episodeId);
  const { currency } = getMarket(db, book.marketName);
  const labels = new Map(db.select({ id: packageVersions.id, label: packageVersions.label }).from(packageVersions).where(eq(packageVersions.packageId, book.packageId)).all().map((v) => [v.id, v.label]));
  const name = `${book.name.replace(/[^\p{L}\p{N}]+/gu, '-')}-episode-${episode.number}-${kind}.csv`;
  const mine = <T extends typeof orders | typeof fills | typeof steps>(table: T, after: number, upTo = Number.MAX_SAFE_INTEGER) => and(eq(table.episodeId, episode.id), eq(table.bookId, book.id), gt(table.dayIndex, after), lte(table.dayIndex, upTo));

  const readers = {
    orders: (after: number, upTo: number) =>
      db.select().from(orders).where(mine(orders, after, upTo)).orderBy(asc(orders.dayIndex), asc(orders.id)).all()
        .map((r): Cell[] => [r.date, r.symbol, r.side, r.shares, r.filledShares, r.status, r.reason, r.id]),
    fills: (after: number, upTo: number) =>
      db.select().from(fills).where(mine(fills, after, upTo)).orderBy(asc(fills.dayIndex), asc(fills.id)).all()
        .map((r): Cell[] => [r.date, r.symbol, r.side, r.shares, ...[r.priceFen, r.referenceFen, r.amountFen, r.commissionFen, r.dutyFen, r.transferFen, r.otherFen, r.spreadFen, r.impactFen].map(units), currency, r.participation, r.orderId, r.id]),
    days: (after: number, upTo: number) =>
      db.select().from(steps).where(mine(steps, after, upTo)).orderBy(asc(steps.dayIndex)).all()
        .map((r): Cell[] => [r.date, labels.get(r.versionId) ?? r.versionId, ...[r.equityFen, r.cashFen, r.pnlFen].map(units), currency, r.dayReturn, r.benchmarkReturn, r.grossReturn, r.frictionLinear, r.frictionRoot, r.executionReturn, r.reward, ...[r.commissionFen, r.dutyFen, r.transferFen, r.otherFen, r.spreadFen, r.impactFen].map(units), r.turnover, r.principalLoss, r.drawdown, r.unpriced?.length ?? null, r.unpriced ? weightOf(r.unpriced) : null, r.digest]),
  };
  return {
    name,
    header: HEADERS[kind],
    *pages() {
      const last = db.select({ day: max(steps.dayIndex) }).from(steps).where(mine(steps, -1)).get()?.day ?? -1;
      for (let after = -1; after < last; after += DAYS_A_PAGE) yield readers[kind](after, after + DAYS_A_PAGE);
    },
  };
}

const COSTS = ['commission', 'duty', 'transfer_fee', 'other_fees', 'spread', 'impact'] as const;
const HEADERS: Record<RowKind, readonly string[]> = {
  orders: ['date', 'symbol', 'side', 'shares', 'filled_shares', 'status', 'reason', 'order_id'],
  fills: ['date', 'symbol', 'side', 'shares', 'price', 'reference_price', 'amount', ...COSTS, 'currency', 'participation', 'order_id', 'fill_id'],
  days: ['date', 'version', 'equity', 'cash', 'pnl', 'currency', 'day_return', 'benchmark_return', 'gross_return', 'friction_linear', 'friction_root', 'execution_return', 'reward', ...COSTS, 'turnover', 'principal_loss', 'drawdown', 'unpriced_holdings', 'unpriced_weight', 'digest'],
};

const units = (fen: number): number => fen / 100;
