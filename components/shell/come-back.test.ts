import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { comeBack } from './come-back';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('a page comes back by itself as soon as the server answers; one that fails all the same says so and is loaded seldom, not each second', async () => {
  let served = false;
  const reload = vi.fn();
  const kept = new Map<string, string>();
  const around = { isServed: async () => served, reload, now: () => Date.now(), store: { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) } };
  expect(comeBack(around).failsAgain).toBe(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
  served = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(comeBack(around).failsAgain).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(reload).toHaveBeenCalledTimes(2);
  // A failure much later is another one.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(comeBack(around).failsAgain).toBe(false);
});
