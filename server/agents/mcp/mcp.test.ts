import { PassThrough } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { listAudit } from '@/server/audit/list-audit';
import { getBook } from '@/server/books/get-book';
import { OPERATOR, T0 } from '@/server/books/testing/make-console';
import type { Actor } from '@/server/contracts/roles';
import { type Db, openTestDb } from '@/server/db/client';
import { computeLedger, jobs, orders } from '@/server/db/schema';
import { runWorkerLoop } from '@/server/jobs/worker-loop';
import { getProposal } from '@/server/review/load-verified';
import { whyNotApprovable } from '@/server/review/why-not-approvable';
import { testSandbox } from '@/server/test/test-sandbox';
import { listAttempts } from '../open-run';
import { PROVIDERS } from '../providers';
import { type IncidentWorld, makeIncident } from '../testing/make-incident';
import { openAccount } from '../capital/account';
import { handleText, type McpServer, newSession } from './handle-message';
import { proposePatch } from './propose-patch';
import { runProposalJob } from '../run-proposal';
import { serveStdio } from './serve-stdio';
import { MCP_TOOLS } from './tools';

const AGENT: Actor = { kind: 'agent', id: 'mcp', name: 'MCP client', role: 'operator' };
const serverOf = (db: Db): McpServer => ({ tools: MCP_TOOLS, context: { db, actor: AGENT, now: () => T0 + 10, signal: new AbortController().signal, account: 'mcp:test' } });
const rpc = (id: number, method: string, params?: object) => JSON.stringify({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) });

const selfTest = await testSandbox();
let incident: IncidentWorld | null = null;
afterEach(() => {
  incident?.world.close();
  incident = null;
});

it('a transcript: initialize, initialized, list, call, errors', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const served = serveStdio(serverOf(openTestDb()), input, output);
  const lines = [
    rpc(1, 'initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } }),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    rpc(2, 'tools/list'),
    rpc(3, 'tools/call', { name: 'autopsy_get', arguments: { autopsy: 'aut_none' } }),
    rpc(4, 'ping'),
    rpc(5, 'tools/call', { name: 'evaluate_factor', arguments: { expression: '$close' } }),
    rpc(6, 'tools/call', { name: 'approve_proposal', arguments: {} }),
    rpc(7, 'resources/list'),
    '{"jsonrpc": "2.0", "id": 8, "meth',
    JSON.stringify({ id: 9, method: 'ping' }),
    `[${rpc(10, 'ping')}]`,
    rpc(11, 'initialize', { protocolVersion: '1999-01-01' }),
    rpc(12, 'tools/call', { name: 'autopsy_get', arguments: { autopsie: 'x' } }),
  ];
  input.end(`${lines.join('\n')}\r\n\n`);
  await served;
  const answers = String(output.read()).trim().split('\n').map((line) => JSON.parse(line) as { id: number | null; result?: Record<string, unknown>; error?: { code: number; message: string } });
  const by = (id: number | null) => answers.filter((a) => a.id === id);
  expect(answers).toHaveLength(12);
  expect(by(1)[0]!.result).toMatchObject({ protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo: { name: 'oomrl-console' } });
  const tools = by(2)[0]!.result!.tools as { name: string; inputSchema: { type: string }; annotations: { readOnlyHint: boolean } }[];
  expect(tools.map((t) => [t.name, t.inputSchema.type, t.annotations.readOnlyHint])).toEqual([
    ['autopsy_get', 'object', true], ['stdaw_verify', 'object', true], ['propose_patch', 'object', false], ['trace_get', 'object', true], ['backtest', 'object', true], ['evaluate_factor', 'object', true],
  ]);
  expect(by(3)[0]!.result).toMatchObject({ isError: true, structuredContent: { error: { code: 'NOT_FOUND' } } });
  expect(by(4)[0]!.result).toEqual({});
  expect(by(5)[0]!.error).toMatchObject({ code: -32602, message: expect.stringContaining('market') });
  expect(by(6)[0]!.error).toMatchObject({ code: -32602, message: expect.stringContaining('There is no tool approve_proposal') });
  expect(by(7)[0]!.error!.code).toBe(-32601);
  expect(by(9)[0]!.error!.code).toBe(-32600);
  expect(by(null).map((a) => a.error!.code)).toEqual([-32700, -32600]);
  expect(by(11)[0]!.result!.protocolVersion).toBe('2025-06-18');
  expect(by(12)[0]!.error!.code).toBe(-32602);
});

it('a patch handed in waits for the gates; handed in twice it is one; it approves nothing and trades nothing', async () => {
  incident = await makeIncident({ days: 30, symbols: 40 });
  const { db } = incident.world;
  const server = serverOf(db);
  const call = async (name: string, args: object) => (await handleText(server, rpc(1, 'tools/call', { name, arguments: args }), newSession())) as unknown as { result: { isError: boolean; structuredContent: Record<string, unknown> } };
  const autopsy = (await call('autopsy_get', { book: incident.bookId })).result.structuredContent;
  expect(autopsy).toMatchObject({ autopsy: { id: incident.autopsyId, signedBy: OPERATOR.name }, book: { state: 'in_autopsy' } });
  expect(Object.keys((autopsy as unknown as { base: { files: object } }).base.files)).toContain('src/strategy.ts');
  const traded = db.select().from(orders).all().length;

  const patch = '--- a/src/schedule.ts\n+++ b/src/schedule.ts\n@@ -1 +1 @@\n-x\n+y\n';
  const first = (await call('propose_patch', { autopsy: incident.autopsyId, patch, rationale: 'trade less' })).result.structuredContent as unknown as { proposal: string; state: string };
  expect(first.state).toBe('queued');
  expect((await call('propose_patch', { autopsy: incident.autopsyId, patch })).result.structuredContent).toMatchObject({ proposal: first.proposal });
  expect((await call('propose_patch', { autopsy: incident.autopsyId, patch: `${patch} ` })).result).toMatchObject({ isError: true, structuredContent: { error: { code: 'ALREADY_DONE' } } });

  expect(getProposal(db, first.proposal)).toMatchObject({ provider: 'mcp', maxAttempts: 1, createdBy: 'MCP client' });
  expect(listAttempts(db, first.proposal)).toMatchObject([{ status: 'verifying', diff: patch, rationale: 'trade less' }]);
  expect(db.select().from(jobs).all().filter((j) => j.kind === 'agent.run')).toHaveLength(1);
  expect(PROVIDERS.mcp).toBeDefined();
  expect(whyNotApprovable(db, { proposalId: first.proposal, actor: { ...AGENT, role: 'approver' } })).toContain('Only a person approves');
  expect((await call('trace_get', { proposal: first.proposal })).result.structuredContent).toMatchObject({ proposal: { state: 'queued' }, attempts: [{ number: 1, status: 'verifying', verdict: null }], trace: { trace_id: first.proposal }, cursor: null, eventsLeft: 0 });
  expect(listAudit(db, { action: 'proposal.start' })[0]).toMatchObject({ actorKind: 'agent', actorName: 'MCP client' });
  expect(db.select().from(orders).all()).toHaveLength(traded);
  expect(db.select().from(computeLedger).all()).toEqual([]);

  openAccount(db, { name: 'mcp:test', capital: { tokens: 0, cpuSeconds: 600, costMicros: 0 }, actor: AGENT, now: T0 });
  const factor = (await call('evaluate_factor', { expression: '$close/$open', market: 'incident', days: 2 })).result.structuredContent as unknown as { values: Record<string, unknown[]> };
  expect(Object.values(factor.values).every((rows) => rows.length === 2)).toBe(true);
  expect((await call('evaluate_factor', { expression: '$close', market: 'incident', symbols: ['NO'] })).result.isError).toBe(true);
  expect((await call('stdaw_verify', {})).result).toMatchObject({ isError: true, structuredContent: { error: { code: 'BAD_INPUT' } } });
}, 60_000);

it.skipIf(!selfTest.ok)(`a patch that fails a gate never reaches a person; its author reads the gradient${selfTest.ok ? '' : ' (skipped: no sandbox here)'}`, async () => {
  incident = await makeIncident({ days: 30, symbols: 40 });
  const { db } = incident.world;
  const { id } = proposePatch(db, { autopsyId: incident.autopsyId, diff: '--- a/src/schedule.ts\n+++ b/src/schedule.ts\n@@ -1 +1 @@\n-no such line\n+y\n', rationale: '', actor: AGENT, now: T0 + 10 });
  const stop = new AbortController();
  const timer = setInterval(() => ['queued', 'running'].includes(getProposal(db, id).state) || stop.abort(), 20);
  await runWorkerLoop({ db, owner: `${process.pid}@test`, handlers: { 'agent.run': runProposalJob(PROVIDERS) }, signal: stop.signal, pollMs: 20 });
  clearInterval(timer);
  expect(getProposal(db, id).state).toBe('exhausted');
  expect(getBook(db, incident.bookId).state).toBe('refactoring');
  const answer = (await handleText(serverOf(db), rpc(1, 'tools/call', { name: 'trace_get', arguments: { proposal: id } }), newSession())) as unknown as { result: { structuredContent: { attempts: { verdict: { gradient: { gate: string } } }[] } } };
  expect(answer.result.structuredContent.attempts).toMatchObject([{ status: 'failed', verdict: { gradient: { gate: 'applies' } } }]);
}, 60_000);
