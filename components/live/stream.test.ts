// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { readStatus, subscribeEvents, subscribeLive, subscribeStatus } from './stream';

it('opens one connection for all listeners of a tab, hands on each event, says when the line is lost, and opens a refused one again where it stood', async () => {
  const opened: FakeSource[] = [];
  class FakeSource extends EventTarget {
    onopen: (() => void) | null = null;
    onerror: (() => void) | null = null;
    readyState = 0;
    constructor(readonly url: string) {
      super();
      opened.push(this);
    }
  }
  vi.stubGlobal('EventSource', FakeSource);
  const [a, b] = [vi.fn(), vi.fn()];
  const statuses: string[] = [];
  const offA = subscribeEvents(a);
  subscribeEvents(b);
  subscribeStatus(() => statuses.push(readStatus()));
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  const source = opened[0] as FakeSource;
  source.onopen?.();
  const event = { id: 7, at: 1, kind: 'step', name: 'book.step', bookId: 'bok_1', traceId: null };
  source.dispatchEvent(new MessageEvent('step', { data: JSON.stringify(event) }));
  expect(a).toHaveBeenCalledWith(event);
  expect(b).toHaveBeenCalledWith(event);
  const heard = vi.fn();
  subscribeLive(heard);
  const turn = { traceId: 'pro_1', attemptId: 'att_1', call: 0, parts: [{ tool: null, text: 'Hm' }], cut: 0, done: false };
  source.dispatchEvent(new MessageEvent('live', { data: JSON.stringify(turn) }));
  expect(heard).toHaveBeenCalledWith(turn);
  expect(a).toHaveBeenCalledTimes(1);
  offA();
  source.dispatchEvent(new MessageEvent('step', { data: JSON.stringify(event) }));
  expect(a).toHaveBeenCalledTimes(1);
  expect(b).toHaveBeenCalledTimes(2);
  source.onerror?.();
  expect(statuses.at(0)).toBe('live');
  expect(statuses.at(-1)).toBe('lost');
  vi.useFakeTimers();
  source.onerror?.();
  vi.advanceTimersByTime(10_000);
  expect(opened).toHaveLength(1);
  source.readyState = 2;
  source.onerror?.();
  vi.advanceTimersByTime(10_000);
  expect(opened).toHaveLength(2);
  expect(opened[1]?.url).toBe('/api/stream?after=7');
  vi.useRealTimers();
});
