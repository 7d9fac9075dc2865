import type { EventRow } from '@/server/audit/events';
import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import type { ProposalRow } from '@/server/review/types';
import type { AttemptRow } from '../open-run';
import { type OrchestrationTrace, traceSchema } from './orchestration-trace';

type TraceEvent = OrchestrationTrace['events'][number];
type Edge = OrchestrationTrace['edges'][number];

/**
 * The stored events of a proposal as an orchestration trace. Contents stay at home: an event names the hash of what it
 * carried. Model, usage and cost travel as the extra keys the schema allows.
 */
export function exportOrchestration(proposal: ProposalRow, attempts: readonly AttemptRow[], rows: readonly EventRow[]): OrchestrationTrace {
  const start = rows[0]?.at ?? proposal.createdAt;
  const events: TraceEvent[] = [];
  const edges: Edge[] = [];
  const openCalls = new Map<string, string[]>();
  let spawnOf = new Map<string, string>();
  for (const row of rows) {
    const event = toEvent(row, start, proposal);
    if (!event) continue;
    const callKey = `${row.parentSpanId}:${event.tool ?? ''}`;
    if (event.type === 'tool_call') openCalls.set(callKey, [...(openCalls.get(callKey) ?? []), event.id]);
    if (event.type === 'tool_result') {
      const call = openCalls.get(callKey)?.shift();
      // A result nobody asked for (a model that did not answer) is an incident, not a result.
      if (call) edges.push({ src: call, dst: event.id, type: 'tool_dependency' });
      else event.type = 'safety_event';
    }
    const previous = events.at(-1);
    if (previous) edges.push({ src: previous.id, dst: event.id, type: 'temporal' });
    const spawn = spawnOf.get(event.agent);
    if (spawn) {
      edges.push({ src: spawn, dst: event.id, type: 'spawn' });
      spawnOf = new Map([...spawnOf].filter(([agent]) => agent !== event.agent));
    }
    if (event.type === 'spawn') spawnOf.set(String(event.to), event.id);
    events.push(event);
  }
  const passed = attempts.find((a) => a.status === 'passed');
  return traceSchema.parse({
    trace_id: proposal.id,
    task_id: proposal.autopsyId,
    system: 'oomrl-console',
    topology: 'planner_executor_critic',
    events,
    edges,
    rewards: { team: passed?.verdict?.sim2real?.rewardDelta ?? 0, process: attempts.length > 0 ? attempts.filter((a) => a.status === 'passed').length / attempts.length : 0 },
    costs: {
      tokens: attempts.reduce((n, a) => n + a.inputTokens + a.outputTokens, 0),
      wall_clock_s: Math.max(0, ((rows.at(-1)?.at ?? start) - start) / 1000),
      tool_calls: events.filter((e) => e.type === 'tool_call').length,
      messages: events.filter((e) => e.type === 'message').length,
      cpu_s: attempts.reduce((n, a) => n + a.cpuSeconds, 0),
      money: attempts.reduce((n, a) => n + a.costMicros, 0) / 1e6,
    },
    metrics: { task_success: passed ? 1 : 0, attempts: attempts.length },
  });
}

function toEvent(row: EventRow, start: number, proposal: ProposalRow): TraceEvent | null {
  const { payload } = row;
  const agent = `agent/${row.parentSpanId ?? proposal.id}`;
  const base = { id: `evt_${row.id}`, t: (row.at - start) / 1000, content_sha256: sha256Hex(canonicalJson(payload)), ...usageOf(row) };
  const tool = typeof payload.tool === 'string' ? payload.tool : undefined;
  switch (row.kind) {
    case 'spawn':
      return { ...base, type: 'spawn', agent: 'console', to: agent, model: payload.model ?? proposal.provider };
    case 'message':
      return payload.role === 'user' ? { ...base, type: 'message', agent: 'console', from: 'console', to: agent, role: 'user', trusted: true } : { ...base, type: 'message', agent, from: agent, to: 'console', role: 'assistant', trusted: false };
    case 'tool_call':
      return { ...base, type: 'tool_call', agent, ...(tool ? { tool } : {}) };
    case 'tool_result':
      return { ...base, type: 'tool_result', agent, ...(tool ? { tool } : {}) };
    case 'decision':
      return { ...base, type: 'orchestrator_decision', agent: 'console', decision: payload.decision, sub_decision: payload.decision === 'retry' ? 'delegate' : 'communicate' };
    case 'stop':
      return { ...base, type: payload.human ? 'human_intervention' : 'orchestrator_decision', agent: payload.human ? `person/${String(payload.human)}` : 'console', decision: 'stop', sub_decision: 'stop' };
    case 'gate':
      return payload.status === 'fail' || payload.status === 'error' ? { ...base, type: 'safety_event', agent: 'stdaw', gate: payload.name, code: payload.code } : null;
    default:
      return null;
  }
}

const usageOf = (row: EventRow): Record<string, unknown> => ({
  ...(row.inputTokens || row.outputTokens ? { usage: { input_tokens: row.inputTokens ?? 0, output_tokens: row.outputTokens ?? 0 } } : {}),
  ...(row.costMicros ? { cost: row.costMicros / 1e6 } : {}),
});
