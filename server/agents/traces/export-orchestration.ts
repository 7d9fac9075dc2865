import type { EventRow } from '@/server/audit/events';
import type { AuditRow } from '@/server/audit/list-audit';
import type { ProposalRow } from '@/server/review/types';
import type { AttemptRow } from '../open-run';
import { type OrchestrationTrace, traceSchema } from './orchestration-trace';
import { type TraceEvent, toActEvent, toTraceEvent } from './trace-event';

type Edge = OrchestrationTrace['edges'][number];

export interface TraceSource {
  readonly proposal: ProposalRow;
  readonly attempts: readonly AttemptRow[];
  /** Stored events of the trace, oldest first. */
  readonly rows: readonly EventRow[];
  /** What people did to the proposal, in any order. */
  readonly acts: readonly AuditRow[];
}

/**
 * The stored events of a proposal as an orchestration trace. Contents stay at home: an event names the hash of what it
 * carried. Model, usage and cost travel as the extra keys the schema allows.
 */
export function exportOrchestration({ proposal, attempts, rows, acts }: TraceSource): OrchestrationTrace {
  const start = Math.min(proposal.createdAt, ...rows.slice(0, 1).map((r) => r.at), ...acts.map((a) => a.at));
  const merged = [...rows.flatMap((row) => toTraceEvent(row, proposal)), ...acts.map(toActEvent)];
  // Stable: what was stored in one millisecond keeps its order.
  if (acts.length > 0) merged.sort((a, b) => a.at - b.at);
  const events: TraceEvent[] = [];
  const edges: Edge[] = [];
  const openCalls = new Map<string, string[]>();
  /** Agent → its spawn, until its first act is tied to it. */
  const spawnOf = new Map<string, string>();
  const spawned = new Set<string>();
  let clock = 0;
  const push = (event: TraceEvent): void => {
    const previous = events.at(-1);
    if (previous) edges.push({ src: previous.id, dst: event.id, type: 'temporal' });
    events.push(event);
  };

  for (const { at, ...rest } of merged) {
    // The clock of the machine may have been set back meanwhile; the order of the store is what happened.
    clock = Math.max(clock, (at - start) / 1000, 0);
    const event: TraceEvent = { ...rest, t: clock };
    if (event.type === 'spawn') {
      spawned.add(String(event.to));
      spawnOf.set(String(event.to), event.id);
    } else if (event.agent.startsWith('agent/') && !spawned.has(event.agent)) {
      // The store begins in the middle of this agent's work: its spawn is inferred and says so.
      const spawn: TraceEvent = { id: `${event.id}_spawn`, t: clock, type: 'spawn', agent: 'console', to: event.agent, inferred: true };
      spawned.add(event.agent);
      spawnOf.set(event.agent, spawn.id);
      push(spawn);
    }
    const callKey = `${event.agent}:${event.tool ?? ''}`;
    if (event.type === 'tool_call') openCalls.set(callKey, [...(openCalls.get(callKey) ?? []), event.id]);
    if (event.type === 'tool_result') {
      const call = openCalls.get(callKey)?.shift();
      // A result nobody asked for (a model that did not answer) is an incident, not a result.
      if (call) edges.push({ src: call, dst: event.id, type: 'tool_dependency' });
      else event.type = 'safety_event';
    }
    if (event.type === 'safety_event') {
      const verification = openCalls.get(`agent/${String(event.attempt)}:stdaw_verify`)?.[0];
      if (verification) edges.push({ src: verification, dst: event.id, type: 'safety_flow' });
    }
    push(event);
    const spawn = spawnOf.get(event.agent);
    if (spawn) {
      edges.push({ src: spawn, dst: event.id, type: 'spawn' });
      spawnOf.delete(event.agent);
    }
  }
  if (events.length === 0) push({ id: `${proposal.id}_queued`, t: 0, type: 'orchestrator_decision', agent: 'console', decision: proposal.state, sub_decision: 'spawn' });

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
      wall_clock_s: clock,
      tool_calls: events.filter((e) => e.type === 'tool_call').length,
      messages: events.filter((e) => e.type === 'message').length,
      cpu_s: attempts.reduce((n, a) => n + a.cpuSeconds, 0),
      money: attempts.reduce((n, a) => n + a.costMicros, 0) / 1e6,
    },
    metrics: { task_success: passed ? 1 : 0, attempts: attempts.length },
  });
}
