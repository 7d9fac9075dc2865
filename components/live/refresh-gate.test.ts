import { expect, it, vi } from 'vitest';
import { makeRefreshGate } from './refresh-gate';

it('asks once for a burst of events, again after the gap, and not at all while the tab is hidden', () => {
  vi.useFakeTimers({ now: 0 });
  const work = vi.fn();
  let hidden = false;
  let visible = () => {};
  const request = makeRefreshGate(work, { isHidden: () => hidden, onceVisible: (then) => void (visible = then) });
  for (let i = 0; i < 50; i += 1) request();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  request();
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(600);
  expect(work).toHaveBeenCalledTimes(2);
  hidden = true;
  request();
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(2);
  visible();
  expect(work).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
