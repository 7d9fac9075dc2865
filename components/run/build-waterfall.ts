/** One stored event of a run (table `events`), as the screen needs it. */
export interface TraceEvent {
  readonly id: number;
  /** Epoch ms at which the event was stored, which is the end of its span when it has a duration. */
  readonly at: number;
  readonly kind: string;
  readonly spanId: string | null;
  readonly parentSpanId: string | null;
  readonly payload: Record<string, unknown>;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costMicros: number | null;
  readonly durationMs: number | null;
}

export interface WaterfallRow extends TraceEvent {
  /** Depth under its parent span; 0 at the top. */
  readonly depth: number;
  /** Share of the whole run's time, both 0..1. */
  readonly offset: number;
  readonly width: number;
}

/** The agent's own time: what people decided about the proposal afterwards is not part of it. */
export function eventsOfRun<E extends Pick<TraceEvent, 'at' | 'kind'>>(events: readonly E[]): E[] {
  const end = Math.max(...events.filter((e) => e.kind !== 'proposal.state').map((e) => e.at));
  return events.filter((e) => e.kind !== 'proposal.state' || !Number.isFinite(end) || e.at <= end);
}

/**
 * Events of a run in the order in which they were stored, each with its place on the run's time axis. Not by when they
 * began: an event with a duration carries that of its cause, so a result would stand above its call.
 * `now` closes the axis while the run goes on, so that bars shrink and never jump beyond the edge.
 */
export function buildWaterfall(events: readonly TraceEvent[], now: number | null): WaterfallRow[] {
  if (events.length === 0) return [];
  const spans = events.map((event) => ({ event, begin: event.at - (event.durationMs ?? 0) }));
  const first = Math.min(...spans.map((s) => s.begin));
  const last = Math.max(now ?? 0, ...events.map((e) => e.at));
  const whole = Math.max(1, last - first);
  const parents = new Map(events.flatMap((e) => (e.spanId === null ? [] : [[e.spanId, e.parentSpanId] as const])));
  return spans
    .sort((a, b) => a.event.id - b.event.id)
    .map(({ event, begin }) => ({ ...event, depth: depthOf(event, parents), offset: (begin - first) / whole, width: (event.at - begin) / whole }));
}

/** Walks up the parent spans; a circle or a missing parent ends the walk. */
function depthOf(event: TraceEvent, parents: ReadonlyMap<string, string | null>): number {
  const seen = new Set<string>();
  let parent = event.parentSpanId;
  while (parent !== null && !seen.has(parent)) {
    seen.add(parent);
    parent = parents.get(parent) ?? null;
  }
  return seen.size;
}

