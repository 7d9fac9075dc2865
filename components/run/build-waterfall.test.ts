import { expect, it } from 'vitest';
import { buildWaterfall, eventsOfRun, type TraceEvent } from './build-waterfall';
import { describeEvent } from './describe-event';
import { liveGates } from './live-gates';

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

it('a result that took long stands below its call, a decision below its messages', () => {
  const rows = buildWaterfall([event(3, 2_000, 1_900, null, null), event(1, 1_000, null, 'a', null), event(2, 1_400, 900, null, 'a')], null);
  expect(rows.map((r) => [r.id, r.offset])).toEqual([[1, 900 / 1_900], [2, 400 / 1_900], [3, 0]]);
});

it('a running run is measured against now, and a circle of parents ends', () => {
  const rows = buildWaterfall([event(1, 1_000, 0, 'a', 'b'), event(2, 1_500, 0, 'b', 'a')], 2_000);
  expect(rows.map((r) => [r.offset, r.depth])).toEqual([[0, 2], [0.5, 2]]);
  expect(buildWaterfall([], 1)).toEqual([]);
});

it('decisions of people after the run do not stretch its axis', () => {
  const at = (kind: string, time: number) => ({ kind, at: time });
  expect(eventsOfRun([at('proposal.state', 1), at('attempt', 5), at('proposal.state', 5), at('proposal.state', 900)]).map((e) => e.at)).toEqual([1, 5, 5]);
  expect(eventsOfRun([at('proposal.state', 1)]).map((e) => e.at)).toEqual([1]);
});

it('says an event in a sentence, bounded, else in its own text, else its kind', () => {
  expect(describeEvent({ kind: 'message', payload: { text: 'x'.repeat(500) } })).toHaveLength(240);
  expect(describeEvent({ kind: 'gate', payload: { name: 'ro_lock', detail: 'Tests hash alike.' } })).toBe('RO-Lock: Tests hash alike.');
  expect(describeEvent({ kind: 'spawn', payload: { agent: 'search', model: null, attempt: 2 } })).toBe('Search agent starts attempt 2');
  expect(describeEvent({ kind: 'attempt', payload: { number: 1, status: 'failed', gate: 'tests', code: 'TEST_FAILED' } })).toBe('Attempt 1 failed at Tests (TEST_FAILED)');
  expect(describeEvent({ kind: 'tool_use', payload: {} })).toBe('tool use');
});

it('gates of an attempt under way come from its events, the newest of each', () => {
  const gate = (attemptId: string, name: string, status: string) => ({ kind: 'gate', durationMs: 4, payload: { attemptId, name, status, code: status === 'pass' ? 'OK' : 'TEST_FAILED', detail: 'd' } });
  const gates = liveGates([gate('a', 'applies', 'pass'), gate('b', 'tests', 'fail'), gate('a', 'tests', 'fail'), { kind: 'gate', durationMs: 1, payload: { attemptId: 'a', name: 'nonsense' } }], 'a');
  expect(gates.map((g) => [g.name, g.status, g.ms])).toEqual([['applies', 'pass', 4], ['tests', 'fail', 4]]);
});
