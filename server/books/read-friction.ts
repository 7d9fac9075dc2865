import { asc, eq } from 'drizzle-orm';
import { bucketSeries } from '@/server/analytics/bucket-series';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import type { DbOrTx } from '@/server/db/client';
import { getMarket } from '@/server/db/market-store';
import { episodes, fills, steps } from '@/server/db/schema';
import { type FrictionFit, fitFrictionModel } from '@/server/execution/calibration/fit-friction-model';
import { type FrictionInterval, frictionInterval } from '@/server/execution/calibration/friction-interval';
import type { FrictionGap } from '@/server/execution/calibration/judge-friction';
import { defaultExecution } from '@/server/execution/config';
import type { ExecutionConfig } from '@/server/execution/types';
import { DEFAULT_FRICTION } from '@/server/reward/friction-model';
import type { FrictionModel } from '@/server/reward/types';
import { type DayFriction, type FrictionRecord, frictionReport, type NameFriction } from '@/server/simulation/friction-report';
import { readBookConfig } from './book-config';
import { type FillCostFit, fitFillCosts, type QuotedSpread, readQuotedSpread } from './fit-fill-costs';
import { type BookRow, type EpisodeRow, getBook } from './get-book';
import { frictionRatio } from './list-book-rows';
import { readFrictionGap } from './read-friction-gap';
import { type StepView, stepViewColumns } from './read-day';
import type { FillRow } from './step-rows';

export interface BookFriction {
  readonly book: Pick<BookRow, 'id' | 'name' | 'state' | 'revision'>;
  readonly market: { readonly name: string; readonly currency: string; readonly synthetic: boolean; readonly seed: number | null };
  readonly episode: Pick<EpisodeRow, 'id' | 'number' | 'friction'>;
  readonly episodes: readonly Pick<EpisodeRow, 'number' | 'friction'>[];
  /** Eq. 1 of the book now, as shipped, and as its own fills say (null with fewer than three days that traded, or without friction). */
  readonly model: FrictionModel;
  readonly shipped: FrictionModel;
  readonly fitted: FrictionFit | null;
  readonly interval: FrictionInterval | null;
  readonly gap: FrictionGap | null;
  /** Costs of the simulator as configured, as shipped for the board, and as the fills and the imported order books say. */
  readonly configured: { readonly halfSpreadBp: number; readonly impactCoef: number };
  readonly shippedCosts: BookFriction['configured'];
  readonly fillCosts: FillCostFit | null;
  readonly quoted: QuotedSpread | null;
  /** Every day, oldest first. */
  readonly days: readonly DayFriction[];
  /** Names, dearest first. */
  readonly names: readonly NameFriction[];
  readonly fills: number;
  readonly tradedFen: number;
  readonly realisedFen: number;
}

const costsOf = ({ halfSpreadBp, impactCoef }: Pick<ExecutionConfig, 'halfSpreadBp' | 'impactCoef'>): BookFriction['configured'] => ({ halfSpreadBp, impactCoef });

/** Stored days and fills as the friction report takes them; eq. 1 as it stood on each day. */
function toRecords(days: readonly StepView[], fillRows: readonly FillRow[]): FrictionRecord[] {
  const byDay = new Map<number, FillRow[]>();
  for (const fill of fillRows) byDay.set(fill.dayIndex, [...(byDay.get(fill.dayIndex) ?? []), fill]);
  return days.map((step) => {
    const own = byDay.get(step.dayIndex) ?? [];
    return {
      date: step.date,
      equityFen: step.equityFen,
      netReturn: step.dayReturn,
      realisedFriction: frictionRatio(step),
      tradedFen: own.reduce((sum, fill) => sum + fill.amountFen, 0),
      reward: { modelledFriction: step.frictionLinear + step.frictionRoot, lambdaTerm: step.frictionLinear, gammaTerm: step.frictionRoot },
      orders: own.map((fill) => ({ symbol: fill.symbol, fill })),
    };
  });
}

/**
 * What trading cost in an episode against what eq. 1 said, per day and per name, and the λ, γ, spread and impact its fills say.
 * @throws AppError NOT_FOUND for an episode the book has not
 */
export function readFriction(db: DbOrTx, input: { bookId: string; episodeNumber?: number | null }): BookFriction {
  const book = getBook(db, input.bookId);
  const all = db.select().from(episodes).where(eq(episodes.bookId, book.id)).orderBy(asc(episodes.number)).all();
  const episode = all.find((e) => (input.episodeNumber == null ? e.id === book.episodeId : e.number === input.episodeNumber));
  if (!episode) throw new AppError('NOT_FOUND', `${book.name} has no episode ${input.episodeNumber}; it has ${all.map((e) => e.number).join(', ')}.`);
  const market = getMarket(db, book.marketName);
  const { model, execution } = readBookConfig(book);
  const days = db.select(stepViewColumns).from(steps).where(eq(steps.episodeId, episode.id)).orderBy(asc(steps.dayIndex)).all();
  const fillRows = db.select().from(fills).where(eq(fills.episodeId, episode.id)).orderBy(asc(fills.dayIndex), asc(fills.id)).all();
  const { byDay, byName, observed } = frictionReport(toRecords(days, fillRows), model);
  const traded = observed.filter((day) => day.l1 > 0).length;
  const paid = episode.friction;
  const fitted = paid && traded >= 3 ? fitFrictionModel(observed) : null;
  return {
    book: { id: book.id, name: book.name, state: book.state, revision: book.revision },
    market: { name: market.name, currency: market.currency, synthetic: market.synthetic, seed: market.seed },
    episode: { id: episode.id, number: episode.number, friction: episode.friction },
    episodes: all.map(({ number, friction }) => ({ number, friction })),
    model, shipped: DEFAULT_FRICTION,
    fitted,
    interval: fitted && frictionInterval(observed, fitted),
    gap: readFrictionGap(db, episode),
    shippedCosts: costsOf(defaultExecution(market.board === 'us' ? 'us' : 'cn-a')),
    configured: costsOf(execution),
    fillCosts: paid ? fitFillCosts(market, fillRows) : null,
    quoted: readQuotedSpread(db, market.name, fillRows),
    days: byDay, names: byName,
    fills: fillRows.length,
    tradedFen: fillRows.reduce((sum, fill) => sum + fill.amountFen, 0),
    realisedFen: byName.reduce((sum, name) => sum + name.feesFen + name.spreadFen + name.impactFen, 0),
  };
}

/** Which days a chart draws when there are more than `limit`: the extremes of both frictions, and the ends. */
export function drawnDays<T extends Pick<DayFriction, 'modelled' | 'realised'>>(days: readonly T[], limit: number): T[] {
  if (days.length <= limit) return [...days];
  const kept = new Set([0, days.length - 1]);
  for (const key of ['modelled', 'realised'] as const) for (const { index } of bucketSeries(days.map((day) => day[key]), Math.floor((limit - 2) / 2), 'band')) kept.add(index);
  return [...kept].sort((a, b) => a - b).map((i) => days[i]!);
}

/** Why this reader cannot take the fitted λ and γ into the book now, or null: the same rule as for every cost (settings). */
export function whyNotAdopt({ book, fitted }: { book: Pick<BookRow, 'name' | 'state'>; fitted: FrictionFit | null }, actor: Actor): string | null {
  if (fitted === null) return 'Nothing is fitted: at least three days with trades are needed.';
  return whyNotChangeCosts(book, actor);
}

/** Why this reader cannot change costs or eq. 1 of the book now, or null. */
export function whyNotChangeCosts(book: Pick<BookRow, 'name' | 'state'>, actor: Actor): string | null {
  if (!roleAtLeast(actor.role, 'approver')) return `Changing costs needs the role approver; ${actor.name} is ${actor.role}.`;
  return book.state === 'running' ? `${book.name} is running; halt it before changing its costs. A day is decided and valued under one configuration.` : null;
}
