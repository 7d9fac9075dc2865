import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAudit } from '@/server/audit/list-audit';
import { verifyAudit } from '@/server/audit/verify-audit';
import { BOOK_STATES, BOOK_TRANSITIONS, BOOK_VERBS, nextBookState } from '@/server/contracts/book-state';
import { AppError } from '@/server/contracts/errors';
import { ROLES, roleAtLeast } from '@/server/contracts/roles';
import { write } from '@/server/db/client';
import { books, bookTransitions } from '@/server/db/schema';
import { getBook } from './get-book';
import { moveBook } from './move-book';
import { APPROVER, makeConsole, T0, type TestConsole } from './testing/make-console';

let c: TestConsole;
beforeAll(() => {
  c = makeConsole();
});
afterAll(() => c.close());
let n = 0;

it('any sequence of verbs by anyone keeps to the table, and each move that happened is stored and audited once (property)', () => {
  const act = fc.record({ verb: fc.constantFrom(...BOOK_VERBS), role: fc.constantFrom(...ROLES), reason: fc.constantFrom('', 'because') });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      const { id } = c.book({ name: `Book ${(n += 1)}` });
      let state = getBook(c.db, id).state;
      let moves = 0;
      for (const { verb, role, reason } of acts) {
        const to = nextBookState(state, verb);
        const rule = BOOK_TRANSITIONS[verb];
        const allowed = to !== null && roleAtLeast(role, rule.role) && (!rule.reason || reason !== '');
        const revision = getBook(c.db, id).revision;
        try {
          write(c.db, (tx) => moveBook(tx, { bookId: id, verb, reason, actor: { ...APPROVER, role }, expectedRevision: revision, now: T0 }));
          expect(allowed).toBe(true);
          moves += 1;
          if (to) state = to;
          expect(getBook(c.db, id).revision).toBe(revision + 1);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect(allowed).toBe(false);
          expect(error.code).toBe(to === null ? 'ILLEGAL_TRANSITION' : roleAtLeast(role, rule.role) ? 'BAD_INPUT' : 'NOT_ALLOWED');
        }
        expect(getBook(c.db, id).state).toBe(state);
      }
      expect(c.db.select().from(bookTransitions).where(eq(bookTransitions.bookId, id)).all().length).toBe(moves);
      expect(listAudit(c.db, { entity: id, limit: 1000 }).length).toBe(moves + 1);
    }),
    { numRuns: 60 },
  );
  expect(verifyAudit(c.db).ok).toBe(true);
});

it('nothing leads out of terminated but a new episode, and every state can be left by a person', () => {
  expect(BOOK_VERBS.filter((verb) => nextBookState('terminated', verb) !== null)).toEqual(['new_episode']);
  for (const state of BOOK_STATES) expect(BOOK_VERBS.some((verb) => nextBookState(state, verb) !== null)).toBe(true);
});

it('transitions are append-only below the application', () => {
  expect(() => c.db.update(bookTransitions).set({ reason: 'another' }).run()).toThrow(/append-only/);
  expect(c.db.select().from(books).all().length).toBeGreaterThan(0);
});
