import { afterEach, beforeEach, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { lastEventId, listEventsAfter } from '@/server/audit/events';
import { listAudit } from '@/server/audit/list-audit';
import { readPrecision } from '@/server/autopsy/critic/claim-store';
import { draftAutopsy } from '@/server/autopsy/draft-autopsy';
import { getAutopsy } from '@/server/autopsy/get-autopsy';
import { saveDraft } from '@/server/autopsy/save-draft';
import { signAutopsy } from '@/server/autopsy/sign-autopsy';
import { postMessage } from '@/server/autopsy/thread/post-message';
import { readThread, threadRecord } from '@/server/autopsy/thread/read-thread';
import { APPROVER, OPERATOR, T0 } from '@/server/books/testing/make-console';
import { getBook } from '@/server/books/get-book';
import type { Autopsy } from '@/server/contracts/autopsy';
import type { AppError } from '@/server/contracts/errors';
import { fills, jobs } from '@/server/db/schema';
import type { Job, JobContext, JobHandler } from '@/server/jobs/job';
import { testSandbox } from '@/server/test/test-sandbox';
import { openAccount, readBalance } from '../capital/account';
import { setPrices } from '../capital/prices';
import { anthropicClient } from '../model/anthropic-client';
import { openaiClient } from '../model/openai-client';
import { anthropicStream, type Loopback, loopback, openaiStream, type Scripted } from '../model/testing/loopback';
import { accountName } from '../capital/purse';
import { type IncidentWorld, makeIncident } from '../testing/make-incident';
import { askInThread } from './ask-in-thread';
import { readOpenQuestion, threadLane } from './questions';
import { replyInThreadJob } from './reply-in-thread';
import { runCriticJob } from './run-critic';
import { startCritic } from './start-critic';

const selfTest = await testSandbox();
const test = it.skipIf(!selfTest.ok);
let incident: IncidentWorld;
let server: Loopback | undefined;
let draftId: string;
const VENDORS = { anthropic: { client: anthropicClient, stream: anthropicStream, base: '' }, openai: { client: openaiClient, stream: openaiStream, base: '/v1' } } as const;

beforeEach(async () => {
  if (!selfTest.ok) return;
  process.env.ANTHROPIC_API_KEY = 'k';
  process.env.OPENAI_API_KEY = 'k';
  incident = await makeIncident({ days: 8, symbols: 12 });
  const { db } = incident.world;
  setPrices(db, { prices: (['anthropic', 'openai'] as const).map((provider) => ({ provider, model: 'fake-1', from: '2000-01-01', inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 })), actor: APPROVER, now: T0 });
  draftId = draftAutopsy(db, { incidentId: 'inc_1', actor: OPERATOR, now: T0 + 3 }).id;
}, 60_000);
afterEach(async () => {
  delete process.env.ANTHROPIC_API_KEY;
  delete process.env.OPENAI_API_KEY;
  await server?.close();
  incident?.world.close();
});

/** Runs the job's handler as the worker would, against a server that speaks the vendor's wire format. */
async function work(job: Job, vendor: keyof typeof VENDORS, replies: readonly Scripted[], handler: (clientOf: Parameters<typeof runCriticJob>[0]) => JobHandler): Promise<unknown> {
  const { db } = incident.world;
  const { client, stream, base } = VENDORS[vendor];
  server = await loopback(replies.map(stream));
  const made = client({ apiKey: 'k', baseUrl: `${server.url}${base}`, idleMs: 2000 });
  const context: JobContext = { db, job: db.select().from(jobs).where(eq(jobs.id, job.id)).get()!, payload: job.payload, signal: new AbortController().signal, progress: () => {} };
  return handler(() => made)(context);
}
const critic = (clientOf: Parameters<typeof runCriticJob>[0]) => runCriticJob(clientOf, () => T0 + 9, { tries: 2, firstWaitMs: 1 });
const reply = (clientOf: Parameters<typeof replyInThreadJob>[0]) => replyInThreadJob(clientOf, () => T0 + 9, { tries: 2, firstWaitMs: 1 });
const answer = (name: string, input: unknown): Scripted => ({ calls: [{ id: 'c1', name, input: JSON.stringify(input) }] });
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as AppError).code;
  }
  return 'nothing thrown';
};

test.each(['anthropic', 'openai'] as const)('%s: the critic’s claims that cite stored rows become the draft, invented ones are dropped and counted; precision is drafted against signed', async (vendor) => {
  const { db } = incident.world;
  const fill = db.select().from(fills).get()!;
  const start = () => startCritic(db, { autopsyId: draftId, provider: vendor, model: 'fake-1', actor: OPERATOR, now: T0 + 4 });
  const job = start();
  expect(start().id).toBe(job.id);
  const good = { mode: 'overtrading', title: 'Schedule', claim: 'REBALANCE_EVERY_DAYS = 1 rebuilds the book daily.', mandate: 'Rebalance weekly at most.', evidence: [{ kind: 'fill', id: fill.id }] };
  const handed = { claims: [good, { ...good, title: 'Invented', evidence: [{ kind: 'fill', id: 'nobody/1/X/fill' }] }, { ...good, title: 'Unproved', evidence: [] }], acceptance: { max_annual_turnover: 12 } };
  // First cut off (never believed), then wrong, then right.
  const result = await work(job, vendor, [{ ...answer('hand_in_claims', handed), stop: vendor === 'anthropic' ? 'max_tokens' : 'length' }, answer('hand_in_claims', { claims: [] }), answer('hand_in_claims', handed)], critic);
  expect(result).toMatchObject({ claims: 3, dropped: 2, changedDraft: true });
  expect(server!.bodies).toHaveLength(3);
  const prompt = JSON.stringify(server!.bodies[0]);
  expect(prompt).toContain('REBALANCE_EVERY_DAYS');
  expect(prompt).toMatch(/REBALANCE_EVERY_DAYS \(src\/schedule\.ts lines 1–3\) last changed by v1 \(registered by a person, deployed from [\d-]+ by Ada\) \[deployment dep_\w+/);
  expect(prompt).not.toContain('expect(');
  const row = getAutopsy(db, draftId);
  expect(row.document).toMatchObject({ mandate: 'Rebalance weekly at most.', acceptance: { max_annual_turnover: 12 }, diagnostics: { root_cause: 'Schedule: REBALANCE_EVERY_DAYS = 1 rebuilds the book daily.' } });
  expect((row.document as Autopsy).evidence).toContainEqual({ kind: 'fill', id: fill.id });
  expect(readThread(db, 'inc_1').at(-1)).toMatchObject({ authorKind: 'model', authorName: 'fake-1' });
  // The critic drafts; only a person signs.
  expect(row.status).toBe('draft');
  expect(codeOf(() => signAutopsy(db, { autopsyId: draftId, revision: row.revision, actor: { kind: 'agent', id: vendor, name: 'fake-1', role: 'operator' }, now: T0 + 10 }))).toBe('NOT_ALLOWED');
  signAutopsy(db, { autopsyId: draftId, revision: row.revision, actor: OPERATOR, now: T0 + 10 });
  // The signature names the hash of the thread as it is exported.
  expect(listAudit(db, { entity: draftId, action: 'autopsy.sign', limit: 1 })[0]?.detail).toMatchObject({ threadMessages: 1, threadHash: threadRecord(db, 'inc_1').contentHash });
  expect(readPrecision(db).find((p) => p.source === 'model')).toMatchObject({ model: 'fake-1', settled: 1, survived: 1, precision: 1, dropped: 2, pending: 0 });
  // The rules drafted version 1, which was signed as it stood.
  expect(readPrecision(db).find((p) => p.source === 'rules')?.precision).toBe(1);
  const { spent } = readBalance(db, openAccount(db, { name: accountName(incident.bookId), actor: OPERATOR, now: T0 }).id);
  expect(spent).toMatchObject({ tokens: 360, costMicros: 3 * (100 + 40) });
}, 60_000);

test('a draft that a person touched meanwhile is left alone; the claims stand in the thread', async () => {
  const { db } = incident.world;
  const fill = db.select().from(fills).get()!;
  const job = startCritic(db, { autopsyId: draftId, provider: 'anthropic', model: 'fake-1', actor: OPERATOR, now: T0 + 4 });
  const typed = { ...(getAutopsy(db, draftId).document as object), mandate: 'My own words about it.' };
  saveDraft(db, { autopsyId: draftId, document: typed, revision: 0, actor: OPERATOR, now: T0 + 5 });
  const handed = { claims: [{ mode: 'other', title: 'T', claim: 'Something else.', evidence: [{ kind: 'fill', id: fill.id }] }] };
  handed.claims[0]!.title = 'Title';
  expect(await work(job, 'anthropic', [answer('hand_in_claims', handed)], critic)).toMatchObject({ changedDraft: false });
  expect(getAutopsy(db, draftId).document).toEqual(typed);
  expect(readThread(db, 'inc_1').at(-1)?.text).toMatch(/Title: Something else.*edited the draft meanwhile/s);
}, 60_000);

test('a model answers in the thread from what is stored; without a model only people speak, and that is said', async () => {
  const { db } = incident.world;
  const ask = (provider: 'anthropic' | 'openai' = 'openai') => askInThread(db, { incidentId: 'inc_1', provider, model: 'fake-1', actor: OPERATOR, now: T0 + 6 });
  postMessage(db, { incidentId: 'inc_1', message: { text: 'Why did costs rise?' }, actor: OPERATOR, now: T0 + 5 });
  const job = ask();
  expect(ask().id).toBe(job.id);
  const day = `${incident.bookId}/${getBook(db, incident.bookId).episodeId}/2000-01-01`;
  expect(await work(job, 'openai', [{ text: 'I think so.' }, answer('answer', { text: 'It trades daily.', evidence: [{ kind: 'alert', id: 'alr_1' }, { kind: 'day', id: day }] })], reply)).toMatchObject({ number: 2, rowsDropped: 1 });
  expect(readThread(db, 'inc_1')[1]).toMatchObject({ authorKind: 'model', text: 'It trades daily.', evidence: [{ kind: 'alert', id: 'alr_1' }] });
  expect(JSON.stringify(server!.bodies[0])).toContain('Why did costs rise?');
  expect(listAudit(db, { entity: 'inc_1', limit: 10 }).map((r) => r.action)).toEqual(expect.arrayContaining(['thread.message', 'thread.ask']));
  delete process.env.OPENAI_API_KEY;
  expect(codeOf(() => ask())).toBe('MISSING_PART');
}, 60_000);

test('a question without a price is refused at once; one that found no answer is said to have failed, and can be asked anew', async () => {
  const { db } = incident.world;
  const ask = (model: string) => askInThread(db, { incidentId: 'inc_1', provider: 'openai', model, actor: OPERATOR, now: T0 + 20 });
  expect(codeOf(() => ask('no-price'))).toBe('OUT_OF_MONEY');
  expect(codeOf(() => startCritic(db, { autopsyId: draftId, provider: 'openai', model: 'no-price', actor: OPERATOR, now: T0 + 20 }))).toBe('OUT_OF_MONEY');
  postMessage(db, { incidentId: 'inc_1', message: { text: 'Why?' }, actor: OPERATOR, now: T0 + 20 });
  const first = ask('fake-1');
  expect(ask('fake-1').id).toBe(first.id);
  expect(readOpenQuestion(db, threadLane('inc_1'))).toEqual({ model: 'fake-1', waiting: true, why: null });
  const before = lastEventId(db);
  await expect(work(first, 'openai', [{ text: 'I will not say.' }], reply)).rejects.toThrow(/no usable answer in 4 tries/);
  expect(listEventsAfter(db, { afterId: before, traceId: 'inc_1', limit: 100 }).at(-1)).toMatchObject({ kind: 'stop', payload: { why: expect.stringContaining('no usable answer') } });
  db.update(jobs).set({ state: 'failed', error: 'The model gave no usable answer.' }).where(eq(jobs.id, first.id)).run();
  expect(readOpenQuestion(db, threadLane('inc_1'))).toEqual({ model: 'fake-1', waiting: false, why: 'The model gave no usable answer.' });
  const second = ask('fake-1');
  expect(second.id).not.toBe(first.id);
  expect(ask('fake-1').id).toBe(second.id);
}, 60_000);
