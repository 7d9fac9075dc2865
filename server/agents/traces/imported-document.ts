import { and, eq, sql } from 'drizzle-orm';
import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import type { EventRow } from '@/server/audit/events';
import type { DbOrTx } from '@/server/db/client';
import { events } from '@/server/db/schema';
import { eachEvent } from './each-event';
import { chatValues } from './export-otlp';
import type { ImportedRun } from './imported-run';
import { makeSpan, type Span } from './otlp';
import type { TraceDocument } from './trace-document';
import { type Timed, usageOf } from './trace-event';

/** Calls that a later one may name as what it heard; a debate has rounds of a few participants. */
const REMEMBERED = 5_000;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** `qp_RUN/bull` → `bull`. */
const agentOf = (row: EventRow, { traceId }: ImportedRun): string => (row.parentSpanId ?? traceId).slice(traceId.length + 1) || 'run';

/** The recorded calls of a run of another system as an orchestration trace: a message a call, a safety event where it failed, and who heard whom. */
export function importedDocument(db: DbOrTx, run: ImportedRun): TraceDocument {
  const rows = eachEvent(db, run.traceId);
  return {
    head: { trace_id: run.traceId, task_id: run.workspace ?? run.runId, system: 'quantpits', topology: run.debate && run.agents > 1 ? 'debate' : 'unknown' },
    start: run.firstAt,
    spawner: 'orchestrator',
    timed: () => callsOf(rows, run),
    whenEmpty: { id: `${run.traceId}_empty`, type: 'orchestrator_decision', agent: 'orchestrator' },
    tail: ({ clock, messages, toolCalls }) => ({
      rewards: {},
      costs: { tokens: run.inputTokens + run.outputTokens, wall_clock_s: clock, tool_calls: toolCalls, messages, money: run.costMicros / 1e6 },
      metrics: { calls: run.calls, failed_calls: run.failed, unpriced_calls: run.unpriced },
    }),
  };
}

function* callsOf(rows: Iterable<EventRow>, run: ImportedRun): Generator<Timed> {
  /** Call → its message, of those that answered. */
  const messages = new Map<string, string>();
  for (const row of rows) {
    const { payload } = row;
    const agent = `agent/${agentOf(row, run)}`;
    const id = `evt_${row.id}`;
    const base = { id, at: row.at, agent, role: text(payload.participantRole) ?? 'assistant', model: payload.model, stage: payload.stage, content_sha256: sha256Hex(canonicalJson(payload)), ...usageOf(row) };
    if (payload.success === false) {
      yield { ...base, type: 'safety_event', reason: 'model_call_failed', finish_reason: payload.finishReason };
      continue;
    }
    const inputs = Array.isArray(payload.inputs) ? payload.inputs : [];
    const heard = [...new Set(inputs.flatMap((call: unknown) => messages.get(String(call)) ?? []))];
    yield { ...base, type: 'message', from: agent, to: 'orchestrator', trusted: false, ...(heard.length > 0 ? { heard } : {}) };
    if (row.spanId !== null) messages.set(row.spanId, id);
    for (const oldest of messages.keys()) {
      if (messages.size <= REMEMBERED) break;
      messages.delete(oldest);
    }
  }
}

/** The same calls as OTLP spans: the run, its agents, each call. */
export function* importedSpans(db: DbOrTx, run: ImportedRun): Generator<Span> {
  const common = { 'gen_ai.conversation.id': run.traceId };
  for (const row of eachEvent(db, run.traceId)) {
    const { payload } = row;
    yield makeSpan(run.traceId, {
      id: `evt_${row.id}`, parent: `${run.traceId}/${agentOf(row, run)}`, name: `chat ${text(payload.model) ?? ''}`.trim(), from: row.at - (row.durationMs ?? 0), to: row.at,
      values: { ...common, ...chatValues(row), 'gen_ai.provider.name': text(payload.provider), 'gen_ai.request.model': text(payload.model), 'server.address': text(payload.host), 'gen_ai.agent.name': agentOf(row, run), 'oomrl.stage': text(payload.stage), 'oomrl.cost': row.costMicros === null ? null : row.costMicros / 1e6 },
      failed: payload.success === false ? (text(payload.error)?.slice(0, 200) ?? 'failed') : null,
    });
  }
  const agents = db.select({ span: events.parentSpanId, from: sql<number>`min(${events.at} - coalesce(${events.durationMs}, 0))`, to: sql<number>`max(${events.at})` }).from(events).where(and(eq(events.traceId, run.traceId), eq(events.kind, 'message'))).groupBy(events.parentSpanId).all();
  for (const { span, from, to } of agents) {
    const name = (span ?? '').slice(run.traceId.length + 1) || 'run';
    yield makeSpan(run.traceId, { id: `${run.traceId}/${name}`, parent: run.traceId, name: `invoke_agent ${name}`, from, to, values: { ...common, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name, 'openinference.span.kind': 'AGENT' } });
  }
  yield makeSpan(run.traceId, {
    id: run.traceId, parent: null, name: 'invoke_workflow quantpits', from: Math.min(run.firstAt, ...agents.map((a) => a.from)), to: run.lastAt,
    values: { ...common, 'gen_ai.operation.name': 'invoke_workflow', 'openinference.span.kind': 'CHAIN', 'oomrl.workspace': run.workspace, 'gen_ai.usage.input_tokens': run.inputTokens, 'gen_ai.usage.output_tokens': run.outputTokens },
  });
}
