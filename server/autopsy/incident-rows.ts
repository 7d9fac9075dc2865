import { and, asc, desc, eq, getTableColumns, gte, lt, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { EvidenceRef } from '@/server/contracts/autopsy';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { getMarket } from '@/server/db/market-store';
import { type QuoteRow, readQuotes } from '@/server/db/quote-store';
import { alerts, books, deployments, episodes, fills, incidents, orders, packages, packageVersions, steps } from '@/server/db/schema';
import type { Board } from '@/server/market/panel';
import { type Holding, type NameDay, nameDays } from './name-days';

const { state: _state, ...DAY_COLUMNS } = getTableColumns(steps);
export type DayRow = Omit<typeof steps.$inferSelect, 'state'>;
export type OrderRow = typeof orders.$inferSelect;
export type FillRow = typeof fills.$inferSelect;
export type AlertRow = typeof alerts.$inferSelect;
export type IncidentRow = typeof incidents.$inferSelect;

/** Everything stored that bears on an incident. Days are ascending and end with the incident's day. */
export interface IncidentRows {
  readonly incident: IncidentRow;
  readonly book: typeof books.$inferSelect;
  readonly episode: typeof episodes.$inferSelect;
  /** Whose rules and fees the market has. */
  readonly board: Board;
  readonly packageName: string;
  readonly versionLabel: string;
  /** Trading day from whose close on the version of the incident's day decides; its first result is a day later. */
  readonly versionSince: string | null;
  readonly alerts: readonly AlertRow[];
  readonly days: readonly DayRow[];
  /** Days of the episode before `days`, at most three months, ascending: how the book did until then. */
  readonly before: readonly DayRow[];
  readonly after: readonly DayRow[];
  readonly orders: readonly OrderRow[];
  readonly fills: readonly FillRow[];
  /** Best-level order-book snapshots of the names that were traded, as far as they were imported. */
  readonly quotes: readonly QuoteRow[];
  /** What each name did to the book on each of `days`. */
  readonly names: readonly NameDay[];
  /** Weights of equity held at the close of the incident's day, largest first. */
  readonly weights: readonly { readonly symbol: string; readonly weight: number }[];
}

/** Trading days before an incident that are read: a month, the window of the turnover rule. */
export const WINDOW_DAYS = 20;
/** Days before the window that tell whether the book once did better. */
const BEFORE_DAYS = 60;

/** [symbol, shares, locked shares, cost in fen, price in fen] */
const positionsSchema = z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()]));

export const dayRef = (day: Pick<DayRow, 'bookId' | 'episodeId' | 'date'>): EvidenceRef => ({ kind: 'day', id: `${day.bookId}/${day.episodeId}/${day.date}` });
export const fillRef = (fill: Pick<FillRow, 'id'>): EvidenceRef => ({ kind: 'fill', id: fill.id });
export const orderRef = (order: Pick<OrderRow, 'id'>): EvidenceRef => ({ kind: 'order', id: order.id });
export const quoteRef = (quote: Pick<QuoteRow, 'id'>): EvidenceRef => ({ kind: 'orderbook', id: quote.id });
export const alertRef = (alert: Pick<AlertRow, 'id'>): EvidenceRef => ({ kind: 'alert', id: alert.id });

/** @throws AppError NOT_FOUND */
export function getIncident(db: DbOrTx, incidentId: string): IncidentRow {
  const row = db.select().from(incidents).where(eq(incidents.id, incidentId)).get();
  if (!row) throw new AppError('NOT_FOUND', `There is no incident ${incidentId}.`);
  return row;
}

/** Reads the month before an incident with its orders and fills. @throws AppError NOT_FOUND */
export function readIncidentRows(db: DbOrTx, incidentId: string): IncidentRows {
  const incident = getIncident(db, incidentId);
  const book = db.select().from(books).where(eq(books.id, incident.bookId)).get();
  const episode = db.select().from(episodes).where(eq(episodes.id, incident.episodeId)).get();
  if (!book || !episode) throw new AppError('NOT_FOUND', `The book or episode of incident ${incidentId} is missing.`);
  const ofEpisode = eq(steps.episodeId, incident.episodeId);
  const days = db.select(DAY_COLUMNS).from(steps).where(and(ofEpisode, lte(steps.date, incident.date))).orderBy(desc(steps.dayIndex)).limit(WINDOW_DAYS).all().reverse();
  const after = db.select(DAY_COLUMNS).from(steps).where(and(ofEpisode, gte(steps.dayIndex, (days.at(-1)?.dayIndex ?? -1) + 1))).orderBy(asc(steps.dayIndex)).limit(10).all();
  const from = days[0]?.dayIndex ?? 0;
  const to = days.at(-1)?.dayIndex ?? -1;
  const last = days.at(-1);
  const before = db.select(DAY_COLUMNS).from(steps).where(and(ofEpisode, lt(steps.dayIndex, from))).orderBy(desc(steps.dayIndex)).limit(BEFORE_DAYS).all().reverse();
  const holdings = last ? readHoldings(db, episode.id, from - 1, last.dayIndex) : new Map<number, Holding[]>();
  const version = last ? db.select().from(packageVersions).where(eq(packageVersions.id, last.versionId)).get() : db.select().from(packageVersions).where(eq(packageVersions.id, book.versionId)).get();
  const deployed = version ? db.select().from(deployments).where(and(eq(deployments.episodeId, episode.id), eq(deployments.versionId, version.id), lte(deployments.fromDate, incident.date))).orderBy(desc(deployments.at)).limit(1).get() : undefined;
  const traded = db.select().from(fills).where(and(eq(fills.episodeId, episode.id), gte(fills.dayIndex, from), lte(fills.dayIndex, to))).orderBy(asc(fills.dayIndex)).all();
  return {
    incident,
    book,
    episode,
    board: getMarket(db, book.marketName).board === 'us' ? 'us' : 'cn-a',
    packageName: db.select({ name: packages.name }).from(packages).where(eq(packages.id, book.packageId)).get()?.name ?? book.packageId,
    versionLabel: version?.label ?? '',
    versionSince: deployed?.fromDate ?? null,
    alerts: db.select().from(alerts).where(eq(alerts.incidentId, incidentId)).orderBy(asc(alerts.openedAt)).all(),
    days,
    before,
    after,
    orders: db.select().from(orders).where(and(eq(orders.episodeId, episode.id), gte(orders.dayIndex, from), lte(orders.dayIndex, to))).orderBy(asc(orders.dayIndex)).all(),
    fills: traded,
    quotes: last ? readQuotes(db, { marketName: book.marketName, symbols: [...new Set(traded.map((f) => f.symbol))], from: days[0]!.date, to: last.date }) : [],
    names: nameDays(days, holdings, traded),
    weights: weightsOf(last ? (holdings.get(last.dayIndex) ?? []) : [], last?.equityFen ?? 0),
  };
}

/** Positions at the close of each day [from, to] by day index; a day whose state cannot be read has none. */
function readHoldings(db: DbOrTx, episodeId: string, from: number, to: number): Map<number, Holding[]> {
  const found = db
    .select({ dayIndex: steps.dayIndex, positions: sql<string | null>`json_extract(${steps.state}, '$.ledger.positions')` })
    .from(steps)
    .where(and(eq(steps.episodeId, episodeId), gte(steps.dayIndex, from), lte(steps.dayIndex, to)))
    .all();
  return new Map(
    found.map(({ dayIndex, positions }) => {
      const parsed = positionsSchema.safeParse(JSON.parse(positions ?? '[]'));
      return [dayIndex, parsed.success ? parsed.data.map(([symbol, shares, , , priceFen]) => ({ symbol, valueFen: shares * priceFen })) : []];
    }),
  );
}

function weightsOf(holdings: readonly Holding[], equityFen: number): { symbol: string; weight: number }[] {
  if (equityFen <= 0) return [];
  return holdings
    .map(({ symbol, valueFen }) => ({ symbol, weight: valueFen / equityFen }))
    .filter((p) => p.weight > 0)
    .sort((a, b) => b.weight - a.weight);
}
