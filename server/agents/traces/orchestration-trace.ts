import { z } from 'zod';

/** The orchestration-trace schema of xxzcc/awesome-llm-mas-rl; events may carry further keys. */
export const EVENT_TYPES = ['orchestrator_decision', 'spawn', 'despawn', 'message', 'tool_call', 'tool_result', 'return', 'aggregate', 'human_intervention', 'safety_event'] as const;
export const EDGE_TYPES = ['temporal', 'causal', 'spawn', 'message', 'tool_dependency', 'return', 'aggregate', 'safety_flow'] as const;
const text = z.string().min(1);

export const traceSchema = z.strictObject({
  trace_id: text,
  task_id: text,
  system: z.string().optional(),
  topology: z.enum(['centralized', 'planner_executor_critic', 'debate', 'swarm', 'hierarchical', 'harness', 'mixed', 'unknown']).optional(),
  events: z.array(z.looseObject({ id: text, t: z.number().min(0), type: z.enum(EVENT_TYPES), agent: text, role: z.string().optional(), from: z.string().optional(), to: z.string().optional(), tool: z.string().optional(), content_ref: z.string().optional(), trusted: z.boolean().optional() })).min(1),
  edges: z.array(z.strictObject({ src: text, dst: text, type: z.enum(EDGE_TYPES) })),
  rewards: z.record(z.string(), z.number()),
  costs: z.object({ tokens: z.number().min(0), wall_clock_s: z.number().min(0) }).catchall(z.number().min(0)),
  metrics: z.record(z.string(), z.number()).optional(),
});
export type OrchestrationTrace = z.output<typeof traceSchema>;

/**
 * The rules JSON Schema cannot state: ids are unique, edges name events and fit their types, temporal edges go forward,
 * each tool_result depends on a call, nobody acts before it was spawned, causes form no circle. Empty = holds.
 */
export function checkTraceRules(trace: OrchestrationTrace): string[] {
  const problems: string[] = [];
  const byId = new Map(trace.events.map((event, index) => [event.id, { event, index }]));
  if (byId.size !== trace.events.length) problems.push('Event ids are not unique.');
  const dependent = new Set<string>();
  for (const { src, dst, type } of trace.edges) {
    const [from, to] = [byId.get(src), byId.get(dst)];
    if (!from || !to) problems.push(`Edge ${src} → ${dst} names no event.`);
    else if (from.event.t > to.event.t || (type !== 'causal' && from.index >= to.index)) problems.push(`Edge ${src} → ${dst} (${type}) goes backwards.`);
    else if (type === 'tool_dependency' && (from.event.type !== 'tool_call' || to.event.type !== 'tool_result')) problems.push(`Tool edge ${src} → ${dst} does not join a call and a result.`);
    else if ((type === 'spawn' || type === 'message' || type === 'return') && from.event.type !== type) problems.push(`Edge ${src} → ${dst} (${type}) does not start at a ${type}.`);
    else if (type === 'aggregate' && to.event.type !== 'aggregate') problems.push(`Edge ${src} → ${dst} does not end at an aggregate.`);
    else if (type === 'safety_flow' && from.event.type !== 'safety_event' && to.event.type !== 'safety_event') problems.push(`Safety edge ${src} → ${dst} touches no safety event.`);
    if (type === 'tool_dependency') dependent.add(dst);
  }
  const spawned = new Set<string>();
  for (const event of trace.events) {
    if (event.type === 'spawn') spawned.add(String(event.to ?? event.agent));
    else if (event.agent.startsWith('agent/') && !spawned.has(event.agent)) problems.push(`${event.agent} acts in ${event.id} before it was spawned.`);
    if (event.type === 'tool_result' && !dependent.has(event.id)) problems.push(`Result ${event.id} depends on no call.`);
  }
  if (hasCircle(trace)) problems.push('The causal edges form a circle.');
  return problems;
}

function hasCircle(trace: OrchestrationTrace): boolean {
  const next = new Map<string, string[]>();
  for (const { src, dst, type } of trace.edges) if (type === 'causal') next.set(src, [...(next.get(src) ?? []), dst]);
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string): boolean => {
    if (state.get(id) === 'open') return true;
    if (state.get(id) === 'done') return false;
    state.set(id, 'open');
    const circle = (next.get(id) ?? []).some(visit);
    state.set(id, 'done');
    return circle;
  };
  return [...next.keys()].some(visit);
}
