import { expect, it } from 'vitest';
import { buildWaterfall, describeEvent, type TraceEvent } from './build-waterfall';

const event = (id: number, at: number, durationMs: number | null, spanId: string | null, parentSpanId: string | null): TraceEvent => ({
  id, at, kind: 'tool_call', spanId, parentSpanId, payload: {}, inputTokens: null, outputTokens: null, costMicros: null, durationMs,
});

it('places spans on the time axis of the run, parents before children', () => {
  const rows = buildWaterfall([event(1, 1_500, 500, 'b', 'a'), event(2, 2_000, 1_000, 'a', null), event(3, 2_000, null, null, 'b')], null);
  expect(rows.map((r) => [r.id, r.depth, r.offset, r.width])).toEqual([
    [1, 1, 0, 0.5],
    [2, 0, 0, 1],
    [3, 2, 1, 0],
  ]);
});

it('a running run is measured against now, and a circle of parents ends', () => {
  const rows = buildWaterfall([event(1, 1_000, 0, 'a', 'b'), event(2, 1_500, 0, 'b', 'a')], 2_000);
  expect(rows.map((r) => [r.offset, r.depth])).toEqual([[0, 2], [0.5, 2]]);
  expect(buildWaterfall([], 1)).toEqual([]);
});

it('says an event in its own words, bounded, else its kind', () => {
  expect(describeEvent({ kind: 'message', payload: { text: 'x'.repeat(500) } })).toHaveLength(240);
  expect(describeEvent({ kind: 'tool_call', payload: {} })).toBe('tool call');
});
