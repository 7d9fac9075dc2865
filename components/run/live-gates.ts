import { gateResultSchema, type GateResult } from '@/server/contracts/verdict';
import type { TraceEvent } from './build-waterfall';

/** Gates of an attempt that is still being verified, as their events came in; a later event of a gate replaces an earlier one. */
export function liveGates(events: readonly Pick<TraceEvent, 'kind' | 'payload' | 'durationMs'>[], attemptId: string): GateResult[] {
  const gates = new Map<string, GateResult>();
  for (const event of events) {
    if (event.kind !== 'gate' || event.payload.attemptId !== attemptId) continue;
    const gate = gateResultSchema.safeParse({ ...event.payload, ms: event.durationMs ?? 0 });
    if (gate.success) gates.set(gate.data.name, gate.data);
  }
  return [...gates.values()];
}
