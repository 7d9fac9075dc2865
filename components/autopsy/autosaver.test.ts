import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ActionResult } from '@/components/action-result';
import { Autosaver, type SaveState } from './autosaver';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Saved = ActionResult<{ revision: number; savedAt: number }>;
function setUp(answer: (value: string, revision: number) => Promise<Saved>) {
  const states: SaveState[] = [];
  const sent: [string, number][] = [];
  const saver = new Autosaver<string>({
    revision: 3, delayMs: 800, onState: (s) => states.push(s),
    save: (value, revision) => {
      sent.push([value, revision]);
      return answer(value, revision);
    },
  });
  return { saver, states, sent };
}
const stored = async (_: string, revision: number): Promise<Saved> => ({ ok: true, data: { revision: revision + 1, savedAt: 9 } });

it('saves the newest text once, after typing pauses, against the last revision', async () => {
  const { saver, states, sent } = setUp(stored);
  saver.change('a');
  await vi.advanceTimersByTimeAsync(500);
  saver.change('ab');
  await vi.advanceTimersByTimeAsync(800);
  saver.change('abc');
  await vi.advanceTimersByTimeAsync(800);
  expect(sent).toEqual([['ab', 3], ['abc', 4]]);
  expect(states.at(-1)).toEqual({ kind: 'saved', at: 9 });
  expect(saver.unsaved).toBe(false);
});

it('text typed while a save is under way is saved next, never lost', async () => {
  let release: (r: Saved) => void = () => {};
  const { saver, sent } = setUp((_, revision) => (sent.length === 1 ? new Promise((r) => { release = r; }) : stored('', revision)));
  saver.change('one');
  await vi.advanceTimersByTimeAsync(800);
  saver.change('two');
  release({ ok: true, data: { revision: 4, savedAt: 1 } });
  expect(await Promise.all([saver.flush(), saver.flush()])).toEqual([true, true]);
  expect(sent).toEqual([['one', 3], ['two', 4]]);
});

it('a conflict overwrites nothing until a person keeps this text', async () => {
  let stale = true;
  const { saver, states, sent } = setUp(async (value, revision) => (stale ? { ok: false, error: { code: 'STALE', message: 'newer' } } : stored(value, revision)));
  saver.change('mine');
  expect(await saver.flush()).toBe(false);
  saver.change('mine, longer');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveLength(1);
  expect(states.at(-1)).toEqual({ kind: 'conflict', message: 'newer' });
  stale = false;
  expect(await saver.overwrite(7)).toBe(true);
  expect(sent.at(-1)).toEqual(['mine, longer', 7]);
});

it('a failure keeps the text and the next flush tries again', async () => {
  let fail = true;
  const { saver, states, sent } = setUp(async (value, revision) => {
    if (fail) throw new Error('offline');
    return stored(value, revision);
  });
  saver.change('kept');
  expect(await saver.flush()).toBe(false);
  expect(states.at(-1)).toMatchObject({ kind: 'failed' });
  expect(saver.unsaved).toBe(true);
  fail = false;
  expect(await saver.flush()).toBe(true);
  expect(sent.map(([v]) => v)).toEqual(['kept', 'kept']);
});
