import { spawn, type StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/server/contracts/errors';
import type { Db } from '@/server/db/client';
import { workerIdentity } from '@/server/jobs/worker-identity';
import { startGuard } from './exec-guard';
import { openPurse } from './exec-purse';
import { callPrefixOf, settleDeadRuns } from './exec-settle';
import { RUN_VARIABLE, watchTree } from './exec-tree';

export interface ExecInput {
  readonly accountId: string;
  /** Program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Micros of the account's currency per CPU second; 0 = CPU time costs no money. */
  readonly cpuSecondMicros: number;
  readonly actorName: string;
  readonly stdio: StdioOptions;
  readonly clock: () => number;
}

export interface ExecReport {
  /** As a shell reports it: the program's own status, or 128 + signal. */
  readonly exitCode: number;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly costMicros: number;
  /** Why it was ended before it was done, or null. */
  readonly outOfMoney: string | null;
}

const POLL_MS = 100;
/** Time to tidy up between SIGTERM and SIGKILL. */
const GRACE_MS = 300;
const KILL_ROUNDS = 40;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command under a compute account: nothing starts that is not paid for, CPU of the whole process tree and wall time are
 * metered ten times a second, and the tree is ended when the capital is. What the command leaves running ends with it.
 * @throws AppError OUT_OF_MONEY (before it starts), BAD_INPUT (no such program), MISSING_PART (no /proc)
 */
export async function execUnderAccount(db: Db, input: ExecInput): Promise<ExecReport> {
  if (!existsSync('/proc/self/stat')) throw new AppError('MISSING_PART', 'budget exec meters CPU time through /proc, which this system does not have; run it on Linux.');
  settleDeadRuns(db, { accountId: input.accountId, now: input.clock() });
  const runId = randomBytes(9).toString('base64url');
  const purse = openPurse(db, { ...input, callPrefix: callPrefixOf(workerIdentity(), runId) });
  const nothing = { cpuSeconds: 0, wallSeconds: 0 };
  purse.cover(nothing);

  const guard = startGuard(runId);
  const startedAt = performance.now();
  const [program, ...args] = input.command;
  const child = spawn(program, args, { detached: true, stdio: input.stdio, env: { ...process.env, [RUN_VARIABLE]: [process.env[RUN_VARIABLE], runId].filter(Boolean).join('.') } });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null; error: Error | null }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal, error: null }));
  });
  if (child.pid === undefined) {
    const { error } = await ended;
    guard.dismiss();
    purse.settle(nothing);
    throw new AppError('BAD_INPUT', `${program} cannot be started (${(error as NodeJS.ErrnoException | null)?.code ?? 'unknown error'}); check the command after --.`);
  }
  const groupId = child.pid;
  guard.watch(groupId);
  const tree = watchTree(groupId, runId);
  const forward = (name: NodeJS.Signals): void => signal([-groupId], name);
  for (const name of FORWARDED) process.on(name, forward);
  const used = () => ({ cpuSeconds: tree.sample().cpuSeconds, wallSeconds: (performance.now() - startedAt) / 1000 });
  try {
    let done = false;
    let outOfMoney: string | null = null;
    const end = ended.finally(() => (done = true));
    while (!done && outOfMoney === null) {
      outOfMoney = refusal(() => purse.cover(used()));
      if (outOfMoney === null) await Promise.race([end, sleep(POLL_MS)]);
    }
    await endTree(tree, outOfMoney === null ? 0 : GRACE_MS);
    const { code, signal: by } = await ended;
    const total = used();
    purse.settle(total);
    return { exitCode: code ?? 128 + (by ? constants.signals[by] : 0), ...total, costMicros: Math.ceil(total.cpuSeconds * input.cpuSecondMicros), outOfMoney };
  } finally {
    for (const name of FORWARDED) process.off(name, forward);
    guard.dismiss();
  }
}

function refusal(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'OUT_OF_MONEY') return error.message;
    throw error;
  }
}

/** Ends every process of the tree; a program that forks while it is killed is killed again. */
async function endTree(tree: ReturnType<typeof watchTree>, graceMs: number): Promise<void> {
  if (graceMs > 0) {
    signal(tree.sample().pids, 'SIGTERM');
    for (let waited = 0; waited < graceMs && tree.sample().pids.length > 0; waited += 50) await sleep(50);
  }
  for (let round = 0; round < KILL_ROUNDS; round++) {
    const { pids } = tree.sample();
    if (pids.length === 0) return;
    signal(pids, 'SIGKILL');
    await sleep(20);
  }
}

function signal(targets: readonly number[], name: NodeJS.Signals): void {
  for (const target of targets) {
    try {
      process.kill(target, name);
    } catch {
      // Gone already.
    }
  }
}
