import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { listAudit } from '@/server/audit/list-audit';
import { getBook } from '@/server/books/get-book';
import { APPROVER, T0 } from '@/server/books/testing/make-console';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { approvals, orders } from '@/server/db/schema';
import { runWorkerLoop } from '@/server/jobs/worker-loop';
import { listWaiting } from '@/server/monitor/list-waiting';
import { getProposal } from '@/server/review/load-verified';
import { whyNotApprovable } from '@/server/review/why-not-approvable';
import { bundleForNode } from '@/server/test/bundle-for-node';
import { testSandbox } from '@/server/test/test-sandbox';
import { listBalances, openAccount } from '../capital/account';
import { PROVIDERS } from '../providers';
import { getReviewPage } from '../read-review-page';
import { runProposalJob } from '../run-proposal';
import { type IncidentWorld, makeIncident } from '../testing/make-incident';

const selfTest = await testSandbox();
let incident: IncidentWorld | null = null;
let server: ChildProcessWithoutNullStreams | null = null;
afterEach(() => {
  server?.kill('SIGKILL');
  incident?.world.close();
});

/** What the autopsy asks for, by hand: rebuild the portfolio every so many days. */
const every = (days: number): string => `--- a/src/schedule.ts
+++ b/src/schedule.ts
@@ -1,3 +1,3 @@
 /** The portfolio is rebuilt every so many sessions. */
-export const REBALANCE_EVERY_DAYS = 1;
+export const REBALANCE_EVERY_DAYS = ${days};
 
`;

interface Reply {
  readonly id: number;
  readonly result: Record<string, unknown> & { readonly structuredContent?: Record<string, unknown>; readonly isError?: boolean };
}

it.skipIf(!selfTest.ok)(`a client over stdio: lists, verifies, proposes; the patch stands in the review queue, verified and not approved${selfTest.ok ? '' : ' (skipped: no sandbox here)'}`, async () => {
  incident = await makeIncident();
  const { bookId, autopsyId, world: { db, dir } } = incident;
  const traded = db.select().from(orders).all().length;
  openAccount(db, { name: 'mcp:claude-code', capital: { tokens: 0, cpuSeconds: 600, costMicros: 0 }, actor: CLI_ACTOR, now: T0 });

  const cli = bundleForNode('cli/main.ts', 'mcp-cli');
  server = spawn(process.execPath, [cli, 'mcp'], { env: { ...process.env, OOMRL_DATA: dir, OOMRL_ROOT: process.cwd() } });
  const waiting = new Map<number, (reply: Reply) => void>();
  const strays: string[] = [];
  createInterface({ input: server.stdout }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    const resolve = waiting.get(reply.id);
    if (resolve) resolve(reply);
    else strays.push(line);
  });
  let stderr = '';
  server.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  let lastId = 0;
  const write = (message: object) => server!.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: object = {}) =>
    new Promise<Reply['result']>((resolve) => {
      const id = ++lastId;
      waiting.set(id, (reply) => resolve(reply.result));
      write({ id, method, params });
    });
  const call = async (name: string, args: object) => {
    const { structuredContent, isError } = await ask('tools/call', { name, arguments: args });
    expect(isError, JSON.stringify(structuredContent)).toBe(false);
    return structuredContent!;
  };

  expect(await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'claude-code', version: '2.0' } })).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'oomrl-console' } });
  write({ method: 'notifications/initialized' });
  const { tools } = (await ask('tools/list')) as unknown as { tools: { name: string }[] };
  expect(tools.map((t) => t.name)).toEqual(['autopsy_get', 'stdaw_verify', 'propose_patch', 'trace_get', 'backtest', 'evaluate_factor']);
  expect(await call('autopsy_get', { book: bookId, sources: false })).toMatchObject({ autopsy: { id: autopsyId } });

  const failed = await call('stdaw_verify', { autopsy: autopsyId, patch: every(10) });
  expect(failed).toMatchObject({ status: 'fail', gradient: { gate: 'sim2real', code: 'REWARD_NOT_BETTER' } });
  const tried = await call('stdaw_verify', { autopsy: autopsyId, patch: every(5) });
  expect(tried.status, JSON.stringify(tried.gradient)).toBe('pass');
  expect(listBalances(db).find((b) => b.account.name === 'mcp:claude-code')!.spent.cpuSeconds).toBeGreaterThan(0.5);
  expect(getBook(db, bookId).state).toBe('in_autopsy');

  const { proposal } = (await call('propose_patch', { autopsy: autopsyId, patch: every(5), rationale: 'Rebuild every fifth day.' })) as { proposal: string };
  const stop = new AbortController();
  const timer = setInterval(() => ['queued', 'running'].includes(getProposal(db, proposal).state) || stop.abort(), 50);
  await runWorkerLoop({ db, owner: `${process.pid}@test`, handlers: { 'agent.run': runProposalJob(PROVIDERS) }, signal: stop.signal, pollMs: 20 });
  clearInterval(timer);

  expect(await call('trace_get', { proposal })).toMatchObject({ proposal: { state: 'verified', provider: 'mcp' }, attempts: [{ number: 1, status: 'passed', verdict: { status: 'pass' } }] });
  expect(getProposal(db, proposal)).toMatchObject({ state: 'verified', provider: 'mcp', createdBy: 'MCP client claude-code' });
  expect(getBook(db, bookId).state).toBe('in_review');
  expect(listWaiting(db)).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'review', proposalId: proposal, bookId })]));
  const review = getReviewPage(db, { proposalId: proposal, actor: APPROVER });
  expect(review).toMatchObject({ attempt: { status: 'passed', diff: every(5), rationale: 'Rebuild every fifth day.' }, approval: null });
  expect(review.bindingHash).toMatch(/^[0-9a-f]{64}$/);
  // Nobody has approved it; a person could, the agent cannot.
  expect(db.select().from(approvals).all()).toEqual([]);
  expect(whyNotApprovable(db, { proposalId: proposal, actor: { kind: 'agent', id: 'mcp', name: 'MCP client', role: 'approver' } })).toContain('Only a person approves');
  expect(listAudit(db, { action: 'proposal.start' })[0]).toMatchObject({ actorKind: 'agent', actorName: 'MCP client claude-code' });
  expect(db.select().from(orders).all()).toHaveLength(traded);
  for (const name of [`book:${bookId}`, 'agent:mcp']) expect(listBalances(db).find((b) => b.account.name === name)!.spent.cpuSeconds).toBeGreaterThan(0.5);

  server.stdin.end();
  expect((await once(server, 'exit'))[0]).toBe(0);
  expect(strays).toEqual([]);
  expect(stderr).toBe('');
}, 180_000);
