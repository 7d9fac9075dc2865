import { randomBytes } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { appendEvent } from '@/server/audit/events';
import { type Db, write } from '@/server/db/client';
import { events } from '@/server/db/schema';
import { sayLive } from '@/server/jobs/live-channel';
import { addUsage } from './attempt-store';
import { costOf, type Price } from './capital/prices';
import { chargePurse, openPurse, reservePurse } from './capital/purse';
import { NO_USAGE, type Usage } from './capital/spend';
import { openCpuMeter } from './cpu-meter';
import { openLiveTurn } from './live-turn';
import type { AgentTools } from './port';

interface ToolsInput {
  readonly db: Db;
  readonly proposalId: string;
  readonly bookId: string;
  readonly attemptId: string;
  readonly price: Price;
  readonly signal: AbortSignal;
  readonly clock: () => number;
}

const add = (a: Usage, b: Usage): Usage => ({ inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens, cpuSeconds: a.cpuSeconds + b.cpuSeconds, costMicros: a.costMicros + b.costMicros });

/** Trace and purse of one attempt. */
export function makeTools(input: ToolsInput): AgentTools {
  const { db, attemptId, price, signal, clock } = input;
  // Ids of calls are never used twice: an attempt is taken up again by processes that know nothing of the ones before, and what is
  // booked under a known id is taken for booked. The count of a job's tries does not tell them apart, since progress resets it.
  const life = randomBytes(6).toString('base64url');
  let calls = 0;
  let turns = 0;
  return {
    signal,
    trace(kind, payload, usage = {}) {
      const { cpuSeconds: _cpu, ...rest } = usage;
      write(db, (tx) => appendEvent(tx, { kind, bookId: input.bookId, traceId: input.proposalId, spanId: `${attemptId}/${calls}`, parentSpanId: attemptId, payload, ...rest, now: clock() }));
    },
    live: () => openLiveTurn({ traceId: input.proposalId, attemptId, call: turns++ }, sayLive),
    recall() {
      return db
        .select({ payload: events.payload })
        .from(events)
        .where(and(eq(events.traceId, input.proposalId), eq(events.parentSpanId, attemptId), eq(events.kind, 'message')))
        .orderBy(asc(events.id))
        .all()
        .map((row) => row.payload);
    },
    async pay(name, estimate, work) {
      signal.throwIfAborted();
      const callId = `${attemptId}:${life}:${calls++}:${name}`;
      const booking = { callId, actorName: `agent ${price.provider}` };
      const purse = openPurse(db, { bookId: input.bookId, provider: price.provider, now: clock() });
      reservePurse(db, purse, { ...booking, usage: { ...estimate, costMicros: costOf(price, estimate) }, now: clock() });
      const burnt = openCpuMeter();
      const startedAt = performance.now();
      let used = NO_USAGE;
      try {
        return await work((usage) => {
          used = add(used, usage);
        });
      } finally {
        const total = { ...used, cpuSeconds: used.cpuSeconds + burnt() };
        const billed = { ...total, wallSeconds: (performance.now() - startedAt) / 1000, costMicros: costOf(price, total) };
        chargePurse(db, purse, { ...booking, usage: billed, now: clock() });
        addUsage(db, attemptId, billed);
      }
    },
  };
}
