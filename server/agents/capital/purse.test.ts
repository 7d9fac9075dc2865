import { expect, it } from 'vitest';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { openTestDb } from '@/server/db/client';
import { listBalances, openAccount, readBalance } from './account';
import { chargePurse, monthAccountName, openPurse, reservePurse } from './purse';
import { NO_USAGE } from './spend';

const NOVEMBER = Date.UTC(2026, 10, 30, 23, 59, 59);
const usage = { ...NO_USAGE, inputTokens: 10, costMicros: 5 };

it('a call is paid by the book, the agent and the month together; two books share agent and month', () => {
  const db = openTestDb();
  for (const [i, bookId] of ['bok_a', 'bok_b'].entries()) {
    const purse = openPurse(db, { bookId, provider: 'anthropic', now: NOVEMBER });
    const booking = { callId: `call_${i}`, usage, actorName: 'agent', now: NOVEMBER };
    reservePurse(db, purse, booking);
    chargePurse(db, purse, booking);
    chargePurse(db, purse, booking);
  }
  expect(listBalances(db).map((b) => [b.account.name, b.spent.tokens, b.spent.costMicros])).toEqual([
    ['book:bok_a', 10, 5], ['agent:anthropic', 20, 10], ['month:2026-11', 20, 10], ['book:bok_b', 10, 5],
  ]);
});

it('an empty month stops every agent, names itself, and sets nothing aside elsewhere; the next month is its own account', () => {
  const db = openTestDb();
  openAccount(db, { name: 'month:2026-11', capital: { tokens: 10, cpuSeconds: 10, costMicros: 5 }, actor: CLI_ACTOR, now: 1 });
  const call = (callId: string, now: number) => {
    const purse = openPurse(db, { bookId: 'bok_a', provider: 'search', now });
    const booking = { callId, usage, actorName: 'agent', now };
    reservePurse(db, purse, booking);
    chargePurse(db, purse, booking);
    return purse;
  };
  const [book = ''] = call('call_1', NOVEMBER);
  expect(() => call('call_2', NOVEMBER)).toThrow(/month:2026-11/);
  expect(readBalance(db, book).spent.tokens).toBe(10);
  expect(monthAccountName(NOVEMBER + 1000)).toBe('month:2026-12');
  call('call_3', NOVEMBER + 1000);
  expect(readBalance(db, book).spent.tokens).toBe(20);
});
