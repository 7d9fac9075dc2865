import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { events } from '@/server/db/schema';
import { allImported, type CallSums, field, type ImportedRun, RUN_COLUMNS, SUMS, toRun } from './imported-run';

export interface RunFilter {
  /** Part of a workspace, the name it was imported under, a model, agent, stage or run id; runs with a call that has it. */
  readonly text?: string;
  /** Days in UTC, both included; runs with a call on one of them. */
  readonly from?: string;
  readonly to?: string;
}

export interface ImportedSums {
  /** Runs that match, on all pages. */
  readonly total: number;
  /** Sums over all runs that match. */
  readonly sums: CallSums;
  /** Dearest first. */
  readonly byModel: readonly (CallSums & { readonly model: string | null })[];
}

export interface ImportedRuns extends ImportedSums {
  readonly runs: readonly ImportedRun[];
  /** Newest day first. */
  readonly byDay: readonly (CallSums & { readonly day: string })[];
}

export const RUNS_A_PAGE = 50;
const MAX_DAYS = 400;
const DAY = sql<string>`strftime('%Y-%m-%d', ${events.at} / 1000, 'unixepoch')`;

/** How many imported runs match a filter, and what their calls cost by model: one walk over them. */
export function sumImportedRuns(db: DbOrTx, filter: RunFilter): ImportedSums {
  const match = matching(filter);
  const model = field('model');
  const byModel = db.select({ ...SUMS, model }).from(events).where(match).groupBy(model).orderBy(desc(SUMS.costMicros), desc(SUMS.calls)).all();
  const sum = (name: keyof CallSums): number => byModel.reduce((n, row) => n + row[name], 0);
  return {
    total: db.select({ n: sql<number>`count(distinct ${events.traceId})` }).from(events).where(match).get()?.n ?? 0,
    sums: { calls: sum('calls'), failed: sum('failed'), inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), costMicros: sum('costMicros'), unpriced: sum('unpriced') },
    byModel,
  };
}

/** Imported runs that match a filter, newest first, and what their calls cost by model and by day. `page` counts from 1. */
export function listImportedRuns(db: DbOrTx, filter: RunFilter, page = 1): ImportedRuns {
  const match = matching(filter);
  return {
    ...sumImportedRuns(db, filter),
    runs: db.select(RUN_COLUMNS).from(events).where(match).groupBy(events.traceId).orderBy(desc(sql`max(${events.at})`)).limit(RUNS_A_PAGE).offset((page - 1) * RUNS_A_PAGE).all().map(toRun),
    byDay: db.select({ ...SUMS, day: DAY }).from(events).where(match).groupBy(DAY).orderBy(desc(DAY)).limit(MAX_DAYS).all(),
  };
}

/** Every call of the runs in which one call matches. */
function matching({ text, from, to }: RunFilter): SQL {
  const needle = text?.trim().toLowerCase() ?? '';
  const one = [
    ...(needle === '' ? [] : [sql`instr(lower(coalesce(${field('workspace')}, '') || char(10) || coalesce(${field('model')}, '') || char(10) || coalesce(${field('stage')}, '') || char(10) || coalesce(${field('label')}, '') || char(10) || coalesce(${field('history')}, '') || char(10) || ${events.parentSpanId}), ${needle}) > 0`]),
    ...(from ? [sql`${DAY} >= ${from}`] : []),
    ...(to ? [sql`${DAY} <= ${to}`] : []),
  ];
  if (one.length === 0) return allImported();
  return and(allImported(), sql`${events.traceId} in (select ${events.traceId} from ${events} where ${and(allImported(), ...one)})`)!;
}
