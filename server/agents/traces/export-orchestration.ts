import type { EventRow } from '@/server/audit/events';
import type { AuditRow } from '@/server/audit/list-audit';
import type { ProposalRow } from '@/server/review/types';
import type { AttemptRow } from '../open-run';
import type { OrchestrationTrace } from './orchestration-trace';
import { collectTrace, type TraceDocument } from './trace-document';
import { type Timed, toActEvent, toTraceEvent } from './trace-event';

export interface TraceSource {
  readonly proposal: ProposalRow;
  readonly attempts: readonly AttemptRow[];
  /** Stored events of the trace, oldest first; may be walked more than once and need not be held. */
  readonly rows: Iterable<EventRow>;
  /** What people did to the proposal, in any order. */
  readonly acts: readonly AuditRow[];
}

/**
 * The stored events of a proposal as an orchestration trace. Contents stay at home: an event names the hash of what it
 * carried. Model, usage and cost travel as the extra keys the schema allows.
 */
export const exportOrchestration = (source: TraceSource): OrchestrationTrace => collectTrace(proposalDocument(source));

/** A proposal as a trace that can be collected or streamed. */
export function proposalDocument({ proposal, attempts, rows, acts }: TraceSource): TraceDocument {
  const people = [...acts].sort((a, b) => a.at - b.at).map(toActEvent);
  const passed = attempts.find((a) => a.status === 'passed');
  return {
    head: { trace_id: proposal.id, task_id: proposal.autopsyId, system: 'oomrl-console', topology: 'planner_executor_critic' },
    start: Math.min(proposal.createdAt, ...firstOf(rows).map((r) => r.at), ...acts.map((a) => a.at)),
    spawner: 'console',
    timed: () => merge(rows, proposal, people),
    whenEmpty: { id: `${proposal.id}_queued`, type: 'orchestrator_decision', agent: 'console', decision: proposal.state, sub_decision: 'spawn' },
    tail: ({ clock, toolCalls, messages }) => ({
      rewards: { team: passed?.verdict?.sim2real?.rewardDelta ?? 0, process: attempts.length > 0 ? attempts.filter((a) => a.status === 'passed').length / attempts.length : 0 },
      costs: {
        tokens: attempts.reduce((n, a) => n + a.inputTokens + a.outputTokens, 0),
        wall_clock_s: clock,
        tool_calls: toolCalls,
        messages,
        cpu_s: attempts.reduce((n, a) => n + a.cpuSeconds, 0),
        money: attempts.reduce((n, a) => n + a.costMicros, 0) / 1e6,
      },
      metrics: { task_success: passed ? 1 : 0, attempts: attempts.length },
    }),
  };
}

/** Acts of people between the stored events, before the first one that is later; stored events keep their order. */
function* merge(rows: Iterable<EventRow>, proposal: ProposalRow, people: readonly Timed[]): Generator<Timed> {
  let next = 0;
  for (const row of rows) {
    while (next < people.length && people[next]!.at < row.at) yield people[next++]!;
    yield* toTraceEvent(row, proposal);
  }
  yield* people.slice(next);
}

function firstOf<T>(items: Iterable<T>): T[] {
  for (const item of items) return [item];
  return [];
}
