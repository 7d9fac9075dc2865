import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type EvidenceRef, evidenceRefSchema } from '@/server/contracts/autopsy';
import type { QuoteRow } from '@/server/db/quote-store';
import type { DbOrTx } from '@/server/db/client';
import { getMarket } from '@/server/db/market-store';
import { proposals } from '@/server/db/schema';
import { deploymentsOf } from './blame/describe-change';
import { readBlame } from './blame/read-blame';
import { nameSuspects } from './critic/name-suspects';
import type { Suspect } from './critic/suspect';
import { modelledRatio, realisedFen, realisedRatio } from './friction-of';
import { type AutopsyRow, listAutopsies } from './get-autopsy';
import { type AlertRow, type DayRow, type FillRow, type IncidentRow, type OrderRow, readIncidentRows } from './incident-rows';
import { type MeasuredMetric, measureIncident } from './measure-incident';
import { readThread, type ThreadMessage } from './thread/read-thread';

export interface TimelineDay {
  readonly ref: string;
  readonly date: string;
  readonly isIncidentDay: boolean;
  readonly pnlFen: number;
  readonly dayReturn: number;
  readonly grossReturn: number;
  readonly benchmarkReturn: number | null;
  readonly turnover: number;
  readonly frictionRealised: number;
  readonly frictionModelled: number;
  readonly principalLoss: number;
  readonly drawdown: number;
  readonly equityFen: number;
  readonly reward: number;
  readonly orders: number;
  readonly unfilled: number;
}

export interface IncidentPage {
  readonly incident: IncidentRow;
  readonly book: { readonly id: string; readonly name: string; readonly state: string; readonly revision: number; readonly marketName: string };
  readonly market: { readonly synthetic: boolean; readonly seed: number | null; readonly currency: string };
  readonly version: { readonly label: string; readonly since: string | null };
  readonly alerts: readonly AlertRow[];
  readonly timeline: readonly TimelineDay[];
  readonly metrics: readonly MeasuredMetric[];
  readonly days: readonly (DayRow & { readonly realisedFen: number })[];
  /** Orders and fills of the last days up to the incident, newest first. */
  readonly orders: readonly OrderRow[];
  readonly fills: readonly (FillRow & { readonly realisedFen: number })[];
  /** Order-book snapshots that a suspect, the thread or an autopsy cites. */
  readonly quotes: readonly QuoteRow[];
  /** The deliberation, oldest first. */
  readonly thread: readonly ThreadMessage[];
  readonly suspects: readonly Suspect[];
  /** Who last changed the code that ran when it began, or why that is not known. */
  readonly blame: ReturnType<typeof readBlame>;
  /** The deployments of that code, as citations. */
  readonly deployments: readonly EvidenceRef[];
  /** Claims of the critic that cited no stored row. */
  readonly claimsDropped: number;
  readonly autopsies: readonly AutopsyRow[];
  readonly proposals: readonly { readonly id: string; readonly state: string; readonly autopsyId: string; readonly provider: string; readonly createdAt: number }[];
}

const MAX_ROWS = 200;

/** Everything the incident screen shows, in a fixed number of queries. @throws AppError NOT_FOUND */
export function getIncidentPage(db: DbOrTx, incidentId: string): IncidentPage {
  const rows = readIncidentRows(db, incidentId);
  const { suspects, dropped } = nameSuspects(db, rows);
  const blame = readBlame(db, rows);
  const { incident, book } = rows;
  const thread = readThread(db, incidentId);
  const autopsies = listAutopsies(db, incidentId);
  const ordersOf = new Map<number, OrderRow[]>();
  for (const order of rows.orders) ordersOf.set(order.dayIndex, [...(ordersOf.get(order.dayIndex) ?? []), order]);
  return {
    incident,
    book: { id: book.id, name: book.name, state: book.state, revision: book.revision, marketName: book.marketName },
    market: marketOf(db, book.marketName),
    version: { label: rows.versionLabel, since: rows.versionSince },
    alerts: rows.alerts,
    timeline: [...rows.days, ...rows.after].map((day) => timelineDay(day, incident.date, ordersOf.get(day.dayIndex) ?? [])),
    metrics: measureIncident(rows),
    days: rows.days.map((day) => ({ ...day, realisedFen: realisedFen(day) })).reverse(),
    orders: [...rows.orders].reverse().slice(0, MAX_ROWS),
    fills: rows.fills.map((fill) => ({ ...fill, realisedFen: realisedFen(fill) })).reverse().slice(0, MAX_ROWS),
    quotes: citedQuotes(rows.quotes, [...suspects.flatMap((s) => s.evidence), ...thread.flatMap((m) => m.evidence), ...autopsies.flatMap(evidenceOf)]),
    thread,
    suspects,
    blame,
    deployments: deploymentsOf(blame.blame),
    claimsDropped: dropped,
    autopsies,
    proposals: db
      .select({ id: proposals.id, state: proposals.state, autopsyId: proposals.autopsyId, provider: proposals.provider, createdAt: proposals.createdAt })
      .from(proposals)
      .where(eq(proposals.incidentId, incidentId))
      .orderBy(desc(proposals.createdAt))
      .all(),
  };
}

const evidenceShape = z.object({ evidence: z.array(evidenceRefSchema) });
/** What a document cites; a draft may not have its shape yet. */
export const evidenceOf = (autopsy: AutopsyRow): readonly EvidenceRef[] => evidenceShape.safeParse(autopsy.document).data?.evidence ?? [];

/** The quotes that are cited. */
export function citedQuotes(quotes: readonly QuoteRow[], refs: readonly EvidenceRef[]): QuoteRow[] {
  const cited = new Set(refs.filter((r) => r.kind === 'orderbook').map((r) => r.id));
  return quotes.filter((q) => cited.has(q.id));
}

/** What every screen says about a market: where it is from and what it is counted in. */
export function marketOf(db: DbOrTx, name: string): IncidentPage['market'] {
  const { synthetic, seed, currency } = getMarket(db, name);
  return { synthetic, seed, currency };
}

function timelineDay(day: DayRow, incidentDate: string, orders: readonly OrderRow[]): TimelineDay {
  return {
    ref: `${day.bookId}/${day.episodeId}/${day.date}`,
    date: day.date,
    isIncidentDay: day.date === incidentDate,
    pnlFen: day.pnlFen,
    dayReturn: day.dayReturn,
    grossReturn: day.grossReturn,
    benchmarkReturn: day.benchmarkReturn,
    turnover: day.turnover,
    frictionRealised: realisedRatio(day),
    frictionModelled: modelledRatio(day),
    principalLoss: day.principalLoss,
    drawdown: day.drawdown,
    equityFen: day.equityFen,
    reward: day.reward,
    orders: orders.length,
    unfilled: orders.filter((o) => o.status !== 'filled').length,
  };
}
