import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { APPROVER, T0 } from '@/server/books/testing/make-console';
import { type Db, migrateDb, openDb } from '@/server/db/client';
import { bundleForNode } from '@/server/test/bundle-for-node';
import { anthropicStream, hang, type Loopback, loopback, type Step } from '../model/testing/loopback';
import { listBalances } from './account';
import { setPrices } from './prices';

let dir: string;
let db: Db;
let server: Loopback | undefined;
const bundle = bundleForNode('server/agents/capital/killed-call.fixture.ts', 'killed-call');

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'killed-call-'));
  db = openDb(join(dir, 'oomrl.db'));
  migrateDb(db);
  setPrices(db, { prices: [{ provider: 'anthropic', model: 'fake-1', from: '2000-01-01', inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 }], actor: APPROVER, now: T0 });
});
afterEach(async () => {
  await server?.close();
  db.$client.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Starts the process against a server; `onRequest` gets the child when the model is asked. */
async function run(mode: 'whole' | 'after', step: Step, onRequest: (kill: () => void) => void = () => {}): Promise<NodeJS.Signals | number | null> {
  let kill = (): void => {};
  server = await loopback([(response, request) => {
    step(response, request);
    onRequest(kill);
  }]);
  const child = spawn(process.execPath, [bundle, join(dir, 'oomrl.db'), server.url, mode], { stdio: 'inherit' });
  kill = () => void child.kill('SIGKILL');
  const end = await new Promise<NodeJS.Signals | number | null>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  await server.close();
  return end;
}
/** Spent of the book's, the agent's and the month's account. */
const spent = () => listBalances(db).map((b) => ({ kind: b.account.name.split(':')[0], tokens: b.spent.tokens, costMicros: b.spent.costMicros }));
const reply = anthropicStream({ text: 'Hello.' });
/** 100 tokens in, 20 out, as the server counts. */
const REAL = { tokens: 120, costMicros: 100 + 40 };

it('kill -9 between the reply and its booking loses no cost: the reserve stands in every account, and the next try is booked on top', async () => {
  expect(await run('after', reply)).toBe('SIGKILL');
  const lost = spent();
  expect(lost.map((a) => a.kind)).toEqual(['book', 'agent', 'month']);
  for (const account of lost) {
    expect(account.tokens).toBeGreaterThanOrEqual(REAL.tokens);
    expect(account.costMicros).toBeGreaterThanOrEqual(REAL.costMicros);
  }
  expect(await run('whole', reply)).toBe(0);
  // What the killed call may have cost stays; the second one is booked as it was.
  expect(spent()).toEqual(lost.map((a) => ({ ...a, tokens: a.tokens + REAL.tokens, costMicros: a.costMicros + REAL.costMicros })));
}, 60_000);

it('an attempt that was booked and is taken up again, as after a restart, is booked anew: each call costs, whoever makes it', async () => {
  for (let life = 1; life <= 3; life++) {
    expect(await run('whole', reply)).toBe(0);
    expect(spent()).toEqual(['book', 'agent', 'month'].map((kind) => ({ kind, tokens: life * REAL.tokens, costMicros: life * REAL.costMicros })));
  }
}, 60_000);

it('kill -9 while the model thinks loses none either', async () => {
  expect(await run('whole', hang, (kill) => kill())).toBe('SIGKILL');
  for (const account of spent()) expect(account.costMicros).toBeGreaterThanOrEqual(REAL.costMicros);
}, 60_000);

it('a call that ends is booked exactly, once, in each account', async () => {
  expect(await run('whole', reply)).toBe(0);
  expect(spent()).toEqual(['book', 'agent', 'month'].map((kind) => ({ kind, ...REAL })));
}, 60_000);
