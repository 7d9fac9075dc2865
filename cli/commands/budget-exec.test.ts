import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPassword } from '@/server/access/sign-in';
import { ensureFirstUser, toActor } from '@/server/access/users';
import { charge, NO_USAGE } from '@/server/agents/capital/spend';
import { listAudit } from '@/server/audit/list-audit';
import { migrateDb, openDb } from '@/server/db/client';
import { run as exec } from './budget-exec';
import { findAccount } from './budget/find-account';
import { run as list } from './budget/list';
import { run as open } from './budget/open';
import { run as topUp } from './budget/top-up';

vi.mock('./budget/read-password', () => ({ readPassword: async () => 'a long enough one' }));
let dir = '';
let out = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'budget-'));
  process.env.OOMRL_DATA = dir;
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('opens an account once; only a person with password, role and reason refills it', async () => {
  await open(['--account', 'research', '--cpu-seconds', '10', '--money', '2.5', '--json']);
  expect(JSON.parse(out)).toMatchObject({ name: 'research', outOfMoney: false, left: { tokens: 0, cpuSeconds: 10, money: 2.5, wallSeconds: null } });
  out = '';
  await open(['--account', 'research', '--cpu-seconds', '99', '--json']);
  expect(JSON.parse(out)).toMatchObject({ limit: { cpuSeconds: 10 } });
  const db = openDb();
  migrateDb(db);
  const operator = toActor(ensureFirstUser(db, 1));
  await setPassword(db, { actor: operator, password: 'a long enough one', now: 2 });
  charge(db, { accountId: findAccount(db, 'research').id, callId: 'x', usage: { ...NO_USAGE, cpuSeconds: 10 }, actorName: 'test', now: 3 });
  await expect(topUp(['--account', 'research', '--cpu-seconds', '5', '--reason', 'more'])).rejects.toThrow(/--user PERSON is needed/);
  await expect(topUp(['--account', 'research', '--cpu-seconds', '5', '--user', 'operator'])).rejects.toThrow(/--reason TEXT is needed/);
  await expect(topUp(['--account', 'research', '--cpu-seconds', '5', '--user', 'nobody', '--reason', 'more'])).rejects.toThrow(/do not match/);
  out = '';
  await topUp(['--account', 'research', '--cpu-seconds', '5', '--user', 'operator', '--reason', 'one more week', '--json']);
  expect(JSON.parse(out)).toMatchObject({ outOfMoney: false, left: { cpuSeconds: 5 } });
  const row = listAudit(db, { action: 'capital.top_up', limit: 5 })[0]!;
  expect(row).toMatchObject({ actorName: 'operator', actorKind: 'person', detail: { reason: 'one more week', cpuSeconds: 5 } });
  db.$client.close();
  out = '';
  await list([]);
  expect(out).toContain('research: left 0 of 0 tokens, 5.0 of 15.0 CPU s, wall s without limit');
});

it('names what is wrong', async () => {
  await expect(exec(['--account', 'a'])).rejects.toThrow(/needs the command after --/);
  await expect(exec(['--account', 'a', '--', 'true'])).rejects.toThrow(/there is no compute account a; open one/);
  await expect(open(['--account', 'a'])).rejects.toThrow(/at least one of --tokens/);
  await expect(open(['--account', 'a', '--money=-1'])).rejects.toThrow(/^--money: value is "-1"; allowed: 0 or more\.$/);
});

it('gives the status of the command, reports as JSON, and refuses without capital with a sentence', async () => {
  await open(['--account', 'a', '--cpu-seconds', '20']);
  await open(['--account', 'empty', '--tokens', '5']);
  let said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  out = '';
  expect(await exec(['--account', 'a', '--json', '--', 'sh', '-c', 'exit 3'])).toBe(3);
  expect(JSON.parse(out)).toMatchObject({ account: 'a', exitCode: 3, outOfMoney: null });
  expect(said).toMatch(/a paid [\d.]+ CPU s/);
  expect(await exec(['--account', 'a', '--json', '--', 'sh', '-c', 'kill -9 $$'])).toBe(137);
  expect(await exec(['--account', 'empty', '--json', '--', 'true'])).toBe(1);
  expect(said).toContain('was not started. Out of compute capital: account empty has no CPU seconds left');
});
