import { and, eq, inArray, sql } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { type DbOrTx, type Tx, write } from '@/server/db/client';
import { computeAccounts, computeLedger, events } from '@/server/db/schema';
import { openAccount } from '../capital/account';
import { costOf, priceOf } from '../capital/prices';
import { importedTraceId } from './imported-run';
import type { LlmCall } from './read-llm-calls';

export interface ImportedTraces {
  readonly accountId: string;
  readonly accountName: string;
  /** New events; a call that is stored already is not stored again. */
  readonly events: number;
  /** New rows of the ledger. */
  readonly priced: number;
  readonly costMicros: number;
  /** Models whose price on the day is unknown, and calls whose tokens are not recorded: no cost is booked for them, not even 0. */
  readonly unpriced: readonly { readonly provider: string; readonly model: string; readonly calls: number; readonly inputTokens: number; readonly outputTokens: number; readonly why: string }[];
}

const traceIdOf = (call: LlmCall): string => importedTraceId(call.runId);

/**
 * Recorded calls of another system as events of one trace per run, and as charges of a history account that nothing can run under
 * (its limits are what was spent). Importing again adds what is new, and books what had no price then.
 */
export function importLlmTraces(db: DbOrTx, input: { calls: readonly LlmCall[]; name: string; actor: Actor; now: number }): ImportedTraces {
  const { calls, actor, now } = input;
  if (calls.length === 0) throw new AppError('BAD_INPUT', 'There is no recorded call to import; give the workspace whose agents ran, or its output/deep_analysis/llm_traces.');
  return write(db, (tx) => {
    const account = openAccount(tx, { name: `history:${input.name}`, capital: { tokens: 0, cpuSeconds: 0, costMicros: 0 }, actor, now });
    const known = storedCalls(tx, calls);
    const unpriced = new Map<string, ImportedTraces['unpriced'][number]>();
    let [stored, priced, costMicros] = [0, 0, 0];
    for (const call of calls) {
      const price = tryPrice(tx, call);
      const cost = typeof price === 'string' ? null : price;
      if (!known.has(call.callId)) {
        appendEvent(tx, {
          kind: 'message', traceId: traceIdOf(call), spanId: call.callId, parentSpanId: `${traceIdOf(call)}/${call.agent}`, payload: { ...call.payload, history: input.name }, now: call.at,
          ...(call.inputTokens === null ? {} : { inputTokens: call.inputTokens }), ...(call.outputTokens === null ? {} : { outputTokens: call.outputTokens }),
          ...(cost === null ? {} : { costMicros: cost }), ...(call.durationMs === null ? {} : { durationMs: call.durationMs }),
        });
        known.add(call.callId);
        stored += 1;
      }
      if (cost === null) {
        const why = String(price);
        const key = `${call.provider} ${call.model} ${why}`;
        const before = unpriced.get(key) ?? { provider: call.provider, model: call.model ?? 'not recorded', calls: 0, inputTokens: 0, outputTokens: 0, why };
        unpriced.set(key, { ...before, calls: before.calls + 1, inputTokens: before.inputTokens + (call.inputTokens ?? 0), outputTokens: before.outputTokens + (call.outputTokens ?? 0) });
        continue;
      }
      const row = tx
        .insert(computeLedger)
        .values({ accountId: account.id, sourceId: `charge:quantpits:${call.callId}`, kind: 'charge', inputTokens: call.inputTokens!, outputTokens: call.outputTokens!, costMicros: cost, actorName: call.agent.slice(0, 200), at: call.at })
        .onConflictDoNothing()
        .run();
      if (row.changes === 0) continue;
      priced += 1;
      costMicros += cost;
      tx.update(events).set({ costMicros: cost }).where(and(eq(events.traceId, traceIdOf(call)), eq(events.spanId, call.callId))).run();
    }
    closeHistory(tx, account.id);
    appendAudit(tx, { actor, action: 'traces.import', entity: account.id, detail: { name: input.name, calls: calls.length, events: stored, priced, costMicros, unpriced: [...unpriced.values()].reduce((n, u) => n + u.calls, 0) }, now });
    return { accountId: account.id, accountName: account.name, events: stored, priced, costMicros, unpriced: [...unpriced.values()] };
  });
}

function storedCalls(tx: Tx, calls: readonly LlmCall[]): Set<string> {
  const traces = [...new Set(calls.map(traceIdOf))];
  const rows = [];
  for (let i = 0; i < traces.length; i += 500) rows.push(...tx.select({ spanId: events.spanId }).from(events).where(inArray(events.traceId, traces.slice(i, i + 500))).all());
  return new Set(rows.flatMap((r) => (r.spanId === null ? [] : [r.spanId])));
}

/** Cost in micros, or why there is none. Tokens of a failed call count as any others. */
function tryPrice(tx: Tx, call: LlmCall): number | string {
  if (call.inputTokens === null || call.outputTokens === null) return 'its tokens are not recorded';
  if (call.model === null) return 'its model is not recorded';
  try {
    const price = priceOf(tx, { provider: call.provider, model: call.model, date: new Date(call.at).toISOString().slice(0, 10) });
    return costOf(price, { inputTokens: call.inputTokens, outputTokens: call.outputTokens, cpuSeconds: 0 });
  } catch (error) {
    if (error instanceof AppError && error.code === 'OUT_OF_MONEY') return 'its price on that day is unknown';
    throw error;
  }
}

/** Limits of a history account are what it spent: nothing is left, nothing is owed. */
function closeHistory(tx: Tx, accountId: string): void {
  const sum = tx
    .select({ tokens: sql<number>`coalesce(sum(${computeLedger.inputTokens} + ${computeLedger.outputTokens}), 0)`, cost: sql<number>`coalesce(sum(${computeLedger.costMicros}), 0)` })
    .from(computeLedger)
    .where(eq(computeLedger.accountId, accountId))
    .get()!;
  tx.update(computeAccounts).set({ tokenLimit: sum.tokens, moneyLimitMicros: sum.cost }).where(eq(computeAccounts.id, accountId)).run();
}
