import { expect, it } from 'vitest';
import { readRunFilter } from './run-filter';
import { toWaterfallEvents } from './to-waterfall-events';

it('reads the filter from the address; what is no day or page is open', () => {
  expect(readRunFilter({ text: ' CSI ', from: '2026-02-30', to: ['2026-02-03', 'x'], page: '0' })).toEqual({ text: 'CSI', from: '', to: '2026-02-03', page: 1 });
  expect(readRunFilter({ page: '3' }).page).toBe(3);
});

it('names a call after who spoke, and says why one failed', () => {
  const event = { id: 1, at: 5, kind: 'message', spanId: 't1', parentSpanId: 'qp_x/bull', payload: { text: 'sell', success: true }, inputTokens: 1, outputTokens: 1, costMicros: null, durationMs: 2 };
  const [spoke, failed] = toWaterfallEvents([event, { ...event, parentSpanId: null, payload: { success: false, error: 'timeout', stage: 'triage' } }], 'qp_x');
  expect(spoke).toMatchObject({ kind: 'bull', payload: { text: 'sell' }, parentSpanId: null });
  expect(failed).toMatchObject({ kind: 'triage', payload: { text: 'Failed: timeout' } });
});
