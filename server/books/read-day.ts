import { and, asc, desc, eq, getTableColumns, gt, lt } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { alerts, fills, orders, steps } from '@/server/db/schema';
import { getBook, type StepRow } from './get-book';
import type { FillRow, OrderRow } from './step-rows';

/** A stored day without its (large) resume state: what screens read. */
export type StepView = Omit<StepRow, 'state'>;
export function withoutState({ state: _, ...view }: StepRow): StepView {
  return view;
}
const { state: _, ...viewColumns } = getTableColumns(steps);
/** The columns of a StepView, so that the state is not even read. */
export const stepViewColumns = viewColumns;

export interface DayPage {
  step: StepView;
  orders: OrderRow[];
  fills: FillRow[];
  alerts: (typeof alerts.$inferSelect)[];
  prevDate: string | null;
  nextDate: string | null;
}

/** One trading day of an episode with every row behind its numbers. @throws AppError NOT_FOUND when the day is not stored */
export function readDay(db: DbOrTx, input: { bookId: string; episodeId?: string; date: string }): DayPage {
  const book = getBook(db, input.bookId);
  const episodeId = input.episodeId ?? book.episodeId;
  const step = db.select(stepViewColumns).from(steps).where(and(eq(steps.bookId, book.id), eq(steps.episodeId, episodeId), eq(steps.date, input.date))).get();
  if (!step) throw new AppError('NOT_FOUND', `${book.name} has no trading day ${input.date} in this episode.`);
  const day = step.dayIndex;
  return {
    step,
    orders: db.select().from(orders).where(and(eq(orders.episodeId, episodeId), eq(orders.dayIndex, day))).orderBy(asc(orders.side), asc(orders.symbol)).all(),
    fills: db.select().from(fills).where(and(eq(fills.episodeId, episodeId), eq(fills.dayIndex, day))).orderBy(asc(fills.side), asc(fills.symbol)).all(),
    alerts: db.select().from(alerts).where(and(eq(alerts.episodeId, episodeId), eq(alerts.dayIndex, day))).orderBy(asc(alerts.openedAt)).all(),
    prevDate: db.select({ date: steps.date }).from(steps).where(and(eq(steps.episodeId, episodeId), lt(steps.dayIndex, day))).orderBy(desc(steps.dayIndex)).limit(1).get()?.date ?? null,
    nextDate: db.select({ date: steps.date }).from(steps).where(and(eq(steps.episodeId, episodeId), gt(steps.dayIndex, day))).orderBy(asc(steps.dayIndex)).limit(1).get()?.date ?? null,
  };
}
