import type { TraceEvent } from '@/components/run/build-waterfall';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Recorded calls as the waterfall shows events: named after who spoke, a failed one with its error. */
export function toWaterfallEvents<E extends TraceEvent>(events: readonly E[], traceId: string): TraceEvent[] {
  return events.map((event) => {
    const { payload } = event;
    const failed = payload.success === false ? { text: `Failed: ${text(payload.error) || text(payload.finishReason) || 'no answer'}` } : {};
    const who = (event.parentSpanId ?? '').slice(traceId.length + 1);
    return { ...event, kind: who || text(payload.stage) || 'call', spanId: null, parentSpanId: null, payload: { ...payload, ...failed } };
  });
}
