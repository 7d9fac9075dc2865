import { afterEach, expect, it } from 'vitest';
import { listAudit } from '@/server/audit/list-audit';
import { getBook } from './get-book';
import { haltAllBooks, readKillSwitch } from './halt-all';
import { makeConsole, OPERATOR, T0, type TestConsole } from './testing/make-console';

let world: TestConsole;
afterEach(() => world.close());

it('halts every running book with one reason, once; only operators, only with a reason', () => {
  world = makeConsole();
  const { db } = world;
  const book = world.book();
  expect(readKillSwitch(db)).toEqual({ running: 1, last: null });
  expect(() => haltAllBooks(db, { reason: ' ', actor: OPERATOR, now: T0 + 5 })).toThrow(/reason/);
  expect(() => haltAllBooks(db, { reason: 'news', actor: { ...OPERATOR, role: 'viewer' }, now: T0 + 5 })).toThrow(/needs the role operator/);
  expect(haltAllBooks(db, { reason: 'exchange outage', actor: OPERATOR, now: T0 + 5 })).toEqual([book.name]);
  expect(getBook(db, book.id).state).toBe('halted');
  expect(haltAllBooks(db, { reason: 'again', actor: OPERATOR, now: T0 + 6 })).toEqual([]);
  expect(readKillSwitch(db)).toEqual({ running: 0, last: { by: OPERATOR.name, at: T0 + 6, reason: 'again' } });
  expect(listAudit(db, { action: 'book.halt' })).toHaveLength(1);
});
