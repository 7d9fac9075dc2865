import { expect, it } from 'vitest';
import { freshnessOf } from './live-status';
import { wants } from './use-stream';

it('never calls a page fresh once the stream stopped proving itself', () => {
  expect(freshnessOf('connecting', null)).toBe('waiting');
  expect(freshnessOf('lost', null)).toBe('lost');
  expect(freshnessOf('live', 4_000)).toBe('fresh');
  expect(freshnessOf('live', 31_000)).toBe('late');
  expect(freshnessOf('lost', 2_000)).toBe('late');
  expect(freshnessOf('lost', 6_000)).toBe('lost');
  expect(freshnessOf('live', 46_000)).toBe('lost');
});

it('filters events by kind, book and trace', () => {
  const event = { id: 1, at: 0, kind: 'step', name: 'book.step', bookId: 'bok_1', traceId: null } as const;
  expect(wants({}, event)).toBe(true);
  expect(wants({ kinds: ['alert'] }, event)).toBe(false);
  expect(wants({ kinds: ['step'], bookId: 'bok_1' }, event)).toBe(true);
  expect(wants({ bookId: 'bok_2' }, event)).toBe(false);
  expect(wants({ traceId: 'pro_1' }, event)).toBe(false);
});
