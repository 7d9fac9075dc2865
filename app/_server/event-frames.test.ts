import { expect, it } from 'vitest';
import type { EventRow } from '@/server/audit/events';
import { toFrames } from './event-frames';

const row = (id: number, kind: string, bookId: string | null = null): EventRow => ({ id, at: 5, kind, bookId, traceId: null, spanId: null, parentSpanId: null, payload: { secret: 'line\nbreak' }, inputTokens: null, outputTokens: null, costMicros: null, durationMs: null });

it('sends of many stored days only the newest of each book, and every other event', () => {
  const frames = toFrames([row(1, 'book.step', 'bok_a'), row(2, 'book.step', 'bok_b'), row(3, 'alert.opened', 'bok_a'), row(4, 'book.step', 'bok_a')]);
  expect(frames.match(/^id: \d+$/gm)).toEqual(['id: 2', 'id: 3', 'id: 4']);
  expect(frames.match(/^event: .+$/gm)).toEqual(['event: step', 'event: alert', 'event: step']);
});

it('never sends a payload, and no frame can be broken by one', () => {
  const frames = toFrames([row(9, 'message')]);
  expect(frames).not.toContain('secret');
  expect(frames.trimEnd().split('\n')).toHaveLength(3);
});
