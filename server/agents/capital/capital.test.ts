import { expect, it } from 'vitest';
import type { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { openTestDb } from '@/server/db/client';
import { auditLog } from '@/server/db/schema';
import { openAccount, readBalance } from './account';
import { costOf, priceOf, setPrices } from './prices';
import { assertSolvent, charge, NO_USAGE, reserve, topUp } from './spend';

const ADA: Actor = { kind: 'person', id: 'usr_a', name: 'Ada', role: 'approver' };
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as AppError).code;
  }
  return 'nothing thrown';
};
const open = (tokens = 1000) => {
  const db = openTestDb();
  const account = openAccount(db, { name: 'book:b', capital: { tokens, cpuSeconds: 60, costMicros: 1_000_000 }, actor: ADA, now: 1 });
  const book = (kind: typeof reserve, callId: string, inputTokens: number, outputTokens = 0) => kind(db, { accountId: account.id, callId, usage: { ...NO_USAGE, inputTokens, outputTokens }, actorName: 'agent', now: 2 });
  return { db, id: account.id, book };
};

it('a runaway script stops within one call of exhaustion, and stays stopped', () => {
  const { db, id, book } = open(1000);
  let calls = 0;
  const error = codeOf(() => {
    for (; calls < 33; calls++) {
      book(reserve, `c${calls}`, 100);
      book(charge, `c${calls}`, 90);
    }
  });
  expect(error).toBe('OUT_OF_MONEY');
  expect(calls).toBe(12);
  expect(readBalance(db, id).spent.tokens).toBe(12 * 90);
  expect(codeOf(() => assertSolvent(db, id))).toBe('OUT_OF_MONEY');
  openAccount(db, { name: 'book:b', actor: ADA, now: 9 });
  expect(codeOf(() => assertSolvent(db, id))).toBe('OUT_OF_MONEY');
});

it('a call that was killed before it was booked costs its reserve; one booked twice costs once', () => {
  const { db, id, book } = open();
  book(reserve, 'killed', 300);
  book(reserve, 'done', 300);
  book(charge, 'done', 120, 30);
  book(charge, 'done', 120, 30);
  expect(readBalance(db, id)).toMatchObject({ spent: { tokens: 450 }, left: { tokens: 550 } });
});

it('only a person with a reason tops up; that alone leaves the absorbing state', () => {
  const { db, id, book } = open(100);
  book(charge, 'a', 100);
  const add = (over: object) => topUp(db, { accountId: id, amount: { tokens: 500, cpuSeconds: 0, costMicros: 0 }, reason: 'worth another try', requestId: 'r1', actor: ADA, now: 3, ...over });
  expect(codeOf(() => add({ actor: { ...ADA, kind: 'engine' } }))).toBe('NOT_ALLOWED');
  expect(codeOf(() => add({ actor: { ...ADA, role: 'operator' } }))).toBe('NOT_ALLOWED');
  expect(codeOf(() => add({ reason: ' ' }))).toBe('BAD_INPUT');
  add({});
  expect(add({}).left.tokens).toBe(500);
  expect(assertSolvent(db, id).left.tokens).toBe(500);
  expect(db.select().from(auditLog).all().map((r) => r.action)).toEqual(['capital.open', 'capital.exhausted', 'capital.top_up']);
});

it('an unknown price refuses; a dated price holds from its day on; rounding never loses money', () => {
  const { db } = open();
  const ask = (date: string) => priceOf(db, { provider: 'anthropic', model: 'm-1', date });
  expect(codeOf(() => ask('2026-01-01'))).toBe('OUT_OF_MONEY');
  const price = { provider: 'anthropic', model: 'm-1', from: '2026-01-01', inputMicrosPerMillion: 3_000_000, outputMicrosPerMillion: 15_000_000 };
  setPrices(db, { prices: [price, { ...price, from: '2026-06-01', inputMicrosPerMillion: 1_000_000 }], actor: ADA, now: 1 });
  expect(codeOf(() => ask('2025-12-31'))).toBe('OUT_OF_MONEY');
  expect(ask('2026-05-31').inputMicrosPerMillion).toBe(3_000_000);
  expect(ask('2026-06-01').inputMicrosPerMillion).toBe(1_000_000);
  expect(costOf(ask('2026-05-31'), { inputTokens: 1, outputTokens: 1, cpuSeconds: 0 })).toBe(18);
  expect(priceOf(db, { provider: 'search', model: 'ast', date: '2026-01-01' }).cpuSecondMicros).toBe(0);
});

it('two calls on the last tokens: the second is refused, but what the first only set aside ends nothing for good', () => {
  const { db, id, book } = open(1000);
  book(reserve, 'a', 900);
  book(reserve, 'b', 900);
  expect(() => book(reserve, 'c', 900)).toThrow(/beside what calls under way have set aside/);
  book(charge, 'a', 100);
  book(charge, 'b', 100);
  expect(readBalance(db, id)).toMatchObject({ account: { exhausted: false }, left: { tokens: 800 } });
  book(reserve, 'c', 900);
  book(charge, 'c', 900);
  expect(readBalance(db, id).account.exhausted).toBe(true);
  expect(() => book(reserve, 'd', 1)).toThrow(/absorbing/);
});

it('a reserve that nobody booked for hours is of a killed process: it is spent, and the account ends', () => {
  const { db, id, book } = open(1000);
  book(reserve, 'killed', 1000);
  const later = (hours: number) => reserve(db, { accountId: id, callId: `l${hours}`, usage: { ...NO_USAGE, inputTokens: 1 }, actorName: 'agent', now: 2 + hours * 3_600_000 });
  expect(() => later(1)).toThrow(/under way/);
  expect(readBalance(db, id).account.exhausted).toBe(false);
  expect(() => later(3)).toThrow(/absorbing/);
  expect(readBalance(db, id).account.exhausted).toBe(true);
});

it('what is no amount is never booked, and no price is ambiguous', () => {
  const { db, id, book } = open(1000);
  for (const tokens of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    expect(codeOf(() => book(charge, `x${tokens}`, tokens))).toBe('BAD_INPUT');
    expect(codeOf(() => topUp(db, { accountId: id, amount: { tokens, cpuSeconds: 0, costMicros: 0 }, reason: 'more of it', requestId: `r${tokens}`, actor: ADA, now: 3 }))).toBe('BAD_INPUT');
  }
  expect(readBalance(db, id)).toMatchObject({ spent: { tokens: 0 }, limit: { tokens: 1000 } });
  const price = { provider: 'openai', model: 'm', from: '2026-01-01', inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 };
  expect(codeOf(() => setPrices(db, { prices: [price, { ...price, inputMicrosPerMillion: 5 }], actor: ADA, now: 1 }))).toBe('BAD_INPUT');
  for (const bad of [-1, 1.5, Number.NaN, 1e300]) expect(codeOf(() => setPrices(db, { prices: [{ ...price, inputMicrosPerMillion: bad }], actor: ADA, now: 1 }))).toBe('BAD_INPUT');
});
