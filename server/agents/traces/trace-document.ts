import { AppError } from '@/server/contracts/errors';
import { type OrchestrationTrace, traceSchema } from './orchestration-trace';
import type { Timed, TraceEvent } from './trace-event';

export type Edge = OrchestrationTrace['edges'][number];

/** What a walk over the events has counted. */
export interface Totals {
  /** Seconds from the first event to the last. */
  readonly clock: number;
  readonly events: number;
  readonly toolCalls: number;
  readonly messages: number;
}

/** A trace that can be written without being held: what happened is walked once for the events and once for the edges. */
export interface TraceDocument {
  readonly head: Pick<OrchestrationTrace, 'trace_id' | 'task_id' | 'system' | 'topology'>;
  /** Epoch ms of second 0. */
  readonly start: number;
  /** Who spawns an agent that acts without a stored spawn. */
  readonly spawner: string;
  /** What happened, in order; the same at each call. */
  timed(): Iterable<Timed>;
  /** Stands for a trace in which nothing has happened yet. */
  readonly whenEmpty: Omit<TraceEvent, 't'> & Pick<TraceEvent, 'id' | 'type' | 'agent'>;
  tail(totals: Totals): Pick<OrchestrationTrace, 'rewards' | 'costs' | 'metrics'>;
}

/** Events with the edges that end at them. Holds the open calls and the agents, never the events; returns the totals. */
export function* walkTrace({ start, spawner, timed, whenEmpty }: TraceDocument): Generator<{ event: TraceEvent; edges: readonly Edge[] }, Totals> {
  const openCalls = new Map<string, string[]>();
  /** Agent → its spawn, until its first act is tied to it. */
  const spawnOf = new Map<string, string>();
  const spawned = new Set<string>();
  let previous: string | null = null;
  let [clock, events, toolCalls, messages] = [0, 0, 0, 0];
  const place = (event: TraceEvent, edges: readonly Edge[] = []): { event: TraceEvent; edges: readonly Edge[] } => {
    const before = previous;
    previous = event.id;
    events += 1;
    if (event.type === 'tool_call') toolCalls += 1;
    if (event.type === 'message') messages += 1;
    return { event, edges: before === null ? edges : [{ src: before, dst: event.id, type: 'temporal' }, ...edges] };
  };

  for (const { at, heard = [], ...rest } of timed()) {
    // The clock of the machine may have been set back meanwhile; the order of the store is what happened.
    clock = Math.max(clock, (at - start) / 1000, 0);
    const event: TraceEvent = { ...rest, t: clock };
    const edges: Edge[] = heard.map((src) => ({ src, dst: event.id, type: 'message' }));
    if (event.type === 'spawn') {
      spawned.add(String(event.to));
      spawnOf.set(String(event.to), event.id);
    } else if (event.agent.startsWith('agent/') && !spawned.has(event.agent)) {
      // The store begins in the middle of this agent's work: its spawn is inferred and says so.
      const spawn: TraceEvent = { id: `${event.id}_spawn`, t: clock, type: 'spawn', agent: spawner, to: event.agent, inferred: true };
      spawned.add(event.agent);
      spawnOf.set(event.agent, spawn.id);
      yield place(spawn);
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
    const spawn = spawnOf.get(event.agent);
    if (spawn !== undefined && event.type !== 'spawn') {
      edges.push({ src: spawn, dst: event.id, type: 'spawn' });
      spawnOf.delete(event.agent);
    }
    yield place(event, edges);
  }
  if (events === 0) yield place({ ...whenEmpty, t: 0 });
  return { clock, events, toolCalls, messages };
}

/** Part of a trace: the events that follow one, and how many come after them. */
export interface TracePage {
  /** Events with the edges that end at them; costs and metrics are those of the whole trace. */
  readonly trace: OrchestrationTrace;
  /** Id of the page's last event, to ask for those after it; null when nothing is left. */
  readonly next: string | null;
  readonly left: number;
}

/**
 * At most `limit` events after the event `after` (null: from the first). The whole trace is walked each time, so that spawns, calls and
 * totals are what they are in the whole; what is returned is proved against the schema. @throws AppError BAD_INPUT when the trace has no event `after`
 */
export function collectPage(document: TraceDocument, { after, limit }: { after: string | null; limit: number }): TracePage {
  const events: TraceEvent[] = [];
  const edges: Edge[] = [];
  let [found, left] = [after === null, 0];
  const walk = walkTrace(document);
  let step = walk.next();
  for (; !step.done; step = walk.next()) {
    const { event } = step.value;
    if (!found) found = event.id === after;
    else if (events.length < limit) {
      events.push(event);
      edges.push(...step.value.edges);
    } else left += 1;
  }
  if (!found) throw new AppError('BAD_INPUT', `after: the trace has no event ${JSON.stringify(after)}; take the cursor of the page before, or leave it out to begin with the first event.`);
  const trace = { ...document.head, events, edges, ...document.tail(step.value) };
  // Nothing new since the last page is an answer; the schema of a trace knows none without events.
  return { trace: events.length > 0 ? traceSchema.parse(trace) : trace, next: left > 0 ? (events.at(-1)?.id ?? null) : null, left };
}

/** The whole trace in memory: for runs of a size that one looks at. */
export const collectTrace = (document: TraceDocument): OrchestrationTrace => collectPage(document, { after: null, limit: Number.POSITIVE_INFINITY }).trace;

/** The same trace as JSON text, piece by piece, whatever its length. */
export function* streamTrace(document: TraceDocument): Generator<string> {
  yield `${JSON.stringify(document.head).slice(0, -1)},"events":[`;
  const walk = walkTrace(document);
  let comma = '';
  let step = walk.next();
  for (; !step.done; step = walk.next()) {
    yield comma + JSON.stringify(step.value.event);
    comma = ',';
  }
  yield '],"edges":[';
  comma = '';
  for (const { edges } of walkTrace(document)) {
    for (const edge of edges) {
      yield comma + JSON.stringify(edge);
      comma = ',';
    }
  }
  yield `],${JSON.stringify(document.tail(step.value)).slice(1)}`;
}
