import { expect, it } from 'vitest';
import { tryApplyDiff } from '@/server/stdaw';
import { extractDiff } from './converse';
import { BAD, FILES, GOOD } from './testing/patch-corpus';

const base = Object.entries(FILES).map(([path, text]) => ({ path, text }));
/** The way of an answer: taken out of the reply as the conversation does, then STDAW's applier. */
const answer = (reply: string) => tryApplyDiff(base, extractDiff(reply) ?? reply);

it('holds sixty cases', () => {
  expect(GOOD.length + BAD.length).toBe(60);
  expect(new Set([...GOOD, ...BAD].map((c) => c.name)).size).toBe(60);
});

it.each(GOOD)('good: $name', ({ reply, changes }) => {
  const wanted = new Map(Object.entries(FILES));
  for (const [path, from, to] of changes) {
    const text = wanted.get(path) ?? '';
    // The replacement itself must be unmistakable.
    if (from !== '') expect(text.split(from)).toHaveLength(2);
    wanted.set(path, from === '' ? to : text.replace(from, () => to));
  }
  const applied = answer(reply);
  expect(applied.ok ? null : applied.rejection).toBeNull();
  // Byte-equal in every file, the untouched ones included: nothing landed in a wrong place.
  expect(applied.ok && Object.fromEntries(applied.files.map((f) => [f.path, f.text]))).toEqual(Object.fromEntries(wanted));
});

it.each(BAD)('bad: $name', ({ reply, code, says }) => {
  const before = JSON.stringify(base);
  const applied = answer(reply);
  expect(applied.ok).toBe(false);
  if (applied.ok) return;
  expect(applied.rejection.code).toBe(code);
  expect(applied.rejection.reason).toMatch(says);
  expect(JSON.stringify(base)).toBe(before);
});
