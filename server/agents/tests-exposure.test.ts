import { afterEach, expect, it } from 'vitest';
import { makeConsole, T0, type TestConsole } from '@/server/books/testing/make-console';
import { attempts } from '@/server/db/schema';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { countExposure, noteAnswer, whyTestsSpent } from './tests-exposure';

let world: TestConsole;
afterEach(() => world.close());

it('counts the answers of one set of tests over all proposals, and stops at the limit', () => {
  world = makeConsole();
  const { db } = world;
  db.$client.pragma('foreign_keys = OFF');
  const hash = 'a'.repeat(64);
  const add = (id: string, proposalId: string, tests: string | null) =>
    db.insert(attempts).values({ id, proposalId, number: 1, status: tests ? 'failed' : 'error', edits: [], verdict: tests ? ({ hashes: { tests } } as never) : null, startedAt: T0 }).run();
  add('1', 'p1', hash);
  add('2', 'p2', hash);
  add('3', 'p3', 'b'.repeat(64));
  add('4', 'p4', null);
  expect(countExposure(db, hash)).toBe(2);
  expect(whyTestsSpent(db, hash, 3)).toBeNull();
  noteAnswer(db, { testsHash: 'b'.repeat(64), verdictHash: 'c'.repeat(64), actor: CLI_ACTOR, now: T0 });
  expect([countExposure(db, hash), countExposure(db, 'b'.repeat(64))]).toEqual([2, 2]);
  expect(whyTestsSpent(db, hash, 2)).toContain('have answered agents 2 times');
});
