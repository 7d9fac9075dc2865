import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { alerts, fills, orders, steps } from '@/server/db/schema';
import { getBook } from './get-book';
import { realisedFrictionRatio, type StepFigures, stepFigureColumns } from './step-figures';
import type { FillRow, OrderRow } from './step-rows';

export interface DayPage {
  step: StepFigures;
  frictionRealised: number | null;
  orders: OrderRow[];
  fills: FillRow[];
  alerts: (typeof alerts.$inferSelect)[];
  previousDate: string | null;
  nextDate: string | null;
}

/** One trading day of an episode with every row behind its numbers. @throws AppError NOT_FOUND when the day is not stored */
export function readDay(db: DbOrTx, input: { bookId: string; episodeId?: string | null; date: string }): DayPage {
  const book = getBook(db, input.bookId);
  const episodeId = input.episodeId ?? book.episodeId;
  const step = db.select(stepFigureColumns).from(steps).where(and(eq(steps.bookId, book.id), eq(steps.episodeId, episodeId), eq(steps.date, input.date))).get();
  if (!step) throw new AppError('NOT_FOUND', `${book.name} has no trading day ${input.date} in this episode.`);
  const day = step.dayIndex;
  const neighbour = (where: ReturnType<typeof lt>, order: ReturnType<typeof asc>) => db.select({ date: steps.date }).from(steps).where(and(eq(steps.episodeId, episodeId), where)).orderBy(order).limit(1).get()?.date ?? null;
  return {
    step,
    frictionRealised: realisedFrictionRatio(step),
    orders: db.select().from(orders).where(and(eq(orders.episodeId, episodeId), eq(orders.dayIndex, day))).orderBy(asc(orders.side), asc(orders.symbol)).all(),
    fills: db.select().from(fills).where(and(eq(fills.episodeId, episodeId), eq(fills.dayIndex, day))).orderBy(asc(fills.side), asc(fills.symbol)).all(),
    alerts: db.select().from(alerts).where(and(eq(alerts.episodeId, episodeId), eq(alerts.dayIndex, day))).orderBy(asc(alerts.openedAt)).all(),
    previousDate: neighbour(lt(steps.dayIndex, day), desc(steps.dayIndex)),
    nextDate: neighbour(gt(steps.dayIndex, day), asc(steps.dayIndex)),
  };
}
