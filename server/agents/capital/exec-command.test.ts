import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { migrateDb, openDb, openTestDb } from '@/server/db/client';
import { computeLedger } from '@/server/db/schema';
import { bundleForNode } from '@/server/test/bundle-for-node';
import { type Amount, openAccount, readBalance } from './account';
import { execUnderAccount } from './exec-command';
import { settleDeadRuns } from './exec-settle';
import { markedProcesses } from './exec-tree';

const linux = existsSync('/proc/self/stat');
const test = it.skipIf(!linux);
let dir = '';
let cli = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'exec-'));
  cli = bundleForNode('cli/main.ts', 'cli-budget');
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const account = (capital: Partial<Amount>) => {
  const db = openTestDb();
  const { id } = openAccount(db, { name: 'research', capital: { tokens: 0, cpuSeconds: 0, costMicros: 0, ...capital }, actor: CLI_ACTOR, now: 1 });
  const exec = (command: [string, ...string[]], cpuSecondMicros = 0) => execUnderAccount(db, { accountId: id, command, cpuSecondMicros, actorName: 'test', stdio: 'ignore', clock: Date.now });
  return { db, id, exec };
};
/** Burns CPU time, not wall time, so that the figures hold on a busy machine. */
const burn = (seconds: number) => `const s=process.cpuUsage();while(true){const u=process.cpuUsage(s);if((u.user+u.system)/1e6>=${seconds})break}`;
/** A zombie that nobody waits for has ended. */
const isAlive = (pid: number) => existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

test('books the CPU of children that were too short to be seen, and gives the status of the command', async () => {
  const { db, id, exec } = account({ cpuSeconds: 100 });
  const report = await exec(['/bin/sh', '-c', `for i in 1 2 3; do ${process.execPath} -e '${burn(0.2)}'; done; exit 7`]);
  expect(report).toMatchObject({ exitCode: 7, outOfMoney: null });
  expect(report.cpuSeconds).toBeGreaterThan(0.6);
  expect(report.cpuSeconds).toBeLessThan(3);
  expect(readBalance(db, id).spent.cpuSeconds).toBeCloseTo(report.cpuSeconds, 6);
});

test('meters a child that left its group and its parent, and ends it with the command', async () => {
  const { db, id, exec } = account({ cpuSeconds: 100 });
  const report = await exec(['/bin/sh', '-c', `(setsid ${process.execPath} -e 'setTimeout(()=>{},30000);${burn(0.5)}' &) ; sleep 3`]);
  expect(report.cpuSeconds).toBeGreaterThan(0.4);
  expect(report.wallSeconds).toBeLessThan(20);
  const runId = db.select().from(computeLedger).all()[0]!.sourceId.split(':')[3]!;
  expect(markedProcesses(runId)).toEqual([]);
  expect(readBalance(db, id).left.cpuSeconds).toBeLessThan(99.6);
});

test.each([
  ['CPU seconds', { cpuSeconds: 1 }, 0, burn(60)],
  ['wall seconds', { cpuSeconds: 100, wallSeconds: 1 }, 0, 'setTimeout(()=>{},60000)'],
  ['money', { cpuSeconds: 100, costMicros: 1_000_000 }, 1_000_000, burn(60)],
])('ends a command that ignores SIGTERM at the end of its %s; what follows is not started', async (what, capital, price, code) => {
  const { db, id, exec } = account(capital);
  const report = await exec([process.execPath, '-e', `process.on('SIGTERM',()=>{});${code}`], price);
  expect(report.outOfMoney).toContain(`no ${what} left`);
  const used = what === 'wall seconds' ? report.wallSeconds : report.cpuSeconds;
  expect(used).toBeGreaterThan(0.7);
  expect(used).toBeLessThan(what === 'wall seconds' ? 4 : 2.5);
  expect(readBalance(db, id).account.exhausted).toBe(true);
  await expect(exec(['/bin/true'], price)).rejects.toMatchObject({ code: 'OUT_OF_MONEY' });
});

test('a runaway script of 33 calls stops within one call of exhaustion', async () => {
  const { db, id, exec } = account({ cpuSeconds: 1 });
  let calls = 0;
  const runaway = async () => {
    for (; calls < 33; calls++) await exec([process.execPath, '-e', burn(0.2)]);
  };
  await expect(runaway()).rejects.toMatchObject({ code: 'OUT_OF_MONEY' });
  expect(calls).toBeLessThanOrEqual(5);
  expect(readBalance(db, id).spent.cpuSeconds).toBeLessThan(1.8);
});

test('a program that does not exist costs nothing and is wrong use', async () => {
  const { db, id, exec } = account({ cpuSeconds: 1 });
  await expect(exec(['/no/such/program'])).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect(readBalance(db, id).spent).toMatchObject({ cpuSeconds: 0, wallSeconds: 0 });
});

test('kill -9 of the meter ends the whole tree, one that left the group too, and what was reserved is booked by the next run', async () => {
  const data = join(dir, 'data');
  const env = { ...process.env, OOMRL_DATA: data, OOMRL_ROOT: process.cwd() };
  const db = openDb(join(data, 'oomrl.db'));
  migrateDb(db);
  const { id } = openAccount(db, { name: 'a', capital: { tokens: 0, cpuSeconds: 50, costMicros: 0 }, actor: CLI_ACTOR, now: 1 });
  const pidFile = join(dir, 'pid');
  const meter = spawn(process.execPath, [cli, 'budget', 'exec', '--account', 'a', '--', '/bin/sh', '-c', `echo $$ > ${pidFile}; setsid ${process.execPath} -e 'setTimeout(()=>{},90000)' & exec ${process.execPath} -e '${burn(60)}'`], { env, stdio: 'ignore' });
  for (let i = 0; i < 300 && !existsSync(pidFile); i++) await sleep(50);
  await sleep(1500);
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const runId = /OOMRL_BUDGET_RUN=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))![1]!.split('.').at(-1)!;
  expect(markedProcesses(runId).length).toBe(2);
  meter.kill('SIGKILL');
  await new Promise((resolve) => meter.once('exit', resolve));
  for (let i = 0; i < 100 && markedProcesses(runId).length > 0; i++) await sleep(50);
  expect(isAlive(pid)).toBe(false);
  expect(markedProcesses(runId)).toEqual([]);
  const before = readBalance(db, id).spent;
  expect(before.cpuSeconds).toBeGreaterThan(0.25);
  expect(settleDeadRuns(db, { accountId: id, now: 9 })).toEqual([runId]);
  expect(readBalance(db, id).spent).toEqual(before);
  expect(settleDeadRuns(db, { accountId: id, now: 9 })).toEqual([]);
  const rows = db.select().from(computeLedger).all();
  db.$client.close();
  const [reserves, charges] = ['reserve', 'charge'].map((kind) => rows.filter((r) => r.kind === kind));
  expect(charges!.length).toBe(reserves!.length);
  expect(charges!.at(-1)!.actorName).toContain('meter was killed');
}, 120_000);
