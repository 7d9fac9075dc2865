import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { events } from '@/server/db/schema';

const PREFIX = 'qp_';
/** Trace id of an imported run. */
export const importedTraceId = (runId: string): string => `${PREFIX}${runId}`;
export const isImportedTrace = (traceId: string): boolean => traceId.startsWith(PREFIX);

/** Calls, tokens and cost of a group of recorded model calls. */
export interface CallSums {
  readonly calls: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost of the calls that have a price. */
  readonly costMicros: number;
  /** Calls whose cost is not known: no price, or tokens not recorded. */
  readonly unpriced: number;
}

export interface ImportedRun extends CallSums {
  readonly traceId: string;
  readonly runId: string;
  readonly workspace: string | null;
  readonly models: readonly string[];
  readonly agents: number;
  readonly debate: boolean;
  /** Epoch ms of the first and the last call. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** A field of what was stored of a call. */
export const field = (name: string): SQL<string | null> => sql<string | null>`json_extract(${events.payload}, ${`$.${name}`})`;
/** Every call of every imported run; the range uses the index of traces. */
export const allImported = (): SQL => and(gte(events.traceId, PREFIX), lt(events.traceId, 'qp`'), eq(events.kind, 'message'))!;

export const SUMS = {
  calls: sql<number>`count(*)`,
  failed: sql<number>`coalesce(sum(${field('success')} = 0), 0)`,
  inputTokens: sql<number>`coalesce(sum(${events.inputTokens}), 0)`,
  outputTokens: sql<number>`coalesce(sum(${events.outputTokens}), 0)`,
  costMicros: sql<number>`coalesce(sum(${events.costMicros}), 0)`,
  unpriced: sql<number>`sum(${events.costMicros} is null)`,
};

export const RUN_COLUMNS = {
  ...SUMS,
  traceId: sql<string>`${events.traceId}`,
  workspace: sql<string | null>`max(${field('workspace')})`,
  models: sql<string>`json_group_array(distinct ${field('model')})`,
  agents: sql<number>`count(distinct ${events.parentSpanId})`,
  debate: sql<number>`coalesce(max(${field('phase')} is not null), 0)`,
  firstAt: sql<number>`min(${events.at})`,
  lastAt: sql<number>`max(${events.at})`,
};

/** A row of `RUN_COLUMNS` as a run. */
export function toRun({ traceId, models, debate, ...row }: CallSums & Pick<ImportedRun, 'traceId' | 'workspace' | 'agents' | 'firstAt' | 'lastAt'> & { models: string; debate: number }): ImportedRun {
  return { ...row, traceId, runId: traceId.slice(PREFIX.length), debate: debate === 1, models: (JSON.parse(models) as (string | null)[]).filter((m) => m !== null).sort() };
}

/** One imported run with its sums. @throws AppError NOT_FOUND */
export function getImportedRun(db: DbOrTx, traceId: string): ImportedRun {
  const row = isImportedTrace(traceId) ? db.select(RUN_COLUMNS).from(events).where(and(eq(events.traceId, traceId), eq(events.kind, 'message'))).groupBy(events.traceId).get() : undefined;
  if (!row) throw new AppError('NOT_FOUND', `There is no imported run ${traceId}; import one with oomrl import traces DIR.`);
  return toRun(row);
}
