import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveTurn, liveTurnSchema } from '@/server/contracts/live-turn';
import { openLiveTurn } from './live-turn';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const of = { traceId: 'pro_1', attemptId: 'att_1', call: 0 };
const open = () => {
  const frames: LiveTurn[] = [];
  return { frames, turn: openLiveTurn(of, (frame) => frames.push(liveTurnSchema.parse(frame))) };
};

it('sends at most ten frames a second, each whole in itself, and a last one', () => {
  const { frames, turn } = open();
  for (let ms = 0; ms < 1000; ms += 5) {
    turn.hear({ tool: null, text: 'x' });
    vi.advanceTimersByTime(5);
  }
  expect(frames.length).toBeGreaterThan(5);
  expect(frames.length).toBeLessThanOrEqual(11);
  expect(frames.at(-1)!.parts[0]!.text.length).toBeGreaterThan(170);
  turn.end();
  turn.end();
  turn.hear({ tool: null, text: 'late' });
  vi.advanceTimersByTime(1000);
  expect(frames.filter((f) => f.done)).toHaveLength(1);
  expect(frames.at(-1)).toEqual({ ...of, parts: [], cut: 0, done: true });
});

it('is bounded: the newest 4,000 characters in at most 40 parts, and how many stood before', () => {
  const { frames, turn } = open();
  for (let i = 0; i < 300; i++) turn.hear({ tool: i % 2 ? 'set_constant' : null, text: `${i}-${'y'.repeat(50)}` });
  for (let i = 0; i < 100; i++) turn.hear({ tool: null, text: '😀'.repeat(100) });
  vi.advanceTimersByTime(200);
  const last = frames.at(-1)!;
  expect(last.parts.length).toBeLessThanOrEqual(40);
  expect(last.parts.reduce((n, p) => n + p.text.length, 0)).toBeLessThanOrEqual(4000);
  expect(last.cut + last.parts.reduce((n, p) => n + p.text.length, 0)).toBe(Array.from({ length: 300 }, (_, i) => `${i}-`.length + 50).reduce((a, b) => a + b) + 100 * 200);
});

it('shows no control characters and no marks that turn text round; names the tool whose input it is', () => {
  const { frames, turn } = open();
  turn.hear({ tool: null, text: 'a\u0007\u202eb\n\tc\u0000' });
  turn.hear({ tool: 'add_helper', text: '' });
  turn.hear({ tool: 'add_helper', text: '{"code": "<img>' });
  vi.advanceTimersByTime(0);
  expect(frames.at(-1)!.parts).toEqual([{ tool: null, text: 'ab\n\tc' }, { tool: 'add_helper', text: '{"code": "<img>' }]);
});

it('says nothing about a turn that never spoke', () => {
  const { frames, turn } = open();
  turn.end();
  expect(frames).toEqual([]);
});
