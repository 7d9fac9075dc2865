import { afterEach, describe, expect, it } from 'vitest';
import type { AppError } from '@/server/contracts/errors';
import { openTestDb } from '@/server/db/client';
import { makeTools } from '../agent-tools';
import { openAccount, readBalance } from '../capital/account';
import { anthropicClient } from './anthropic-client';
import { callModel } from './call-model';
import { openaiClient } from './openai-client';
import { anthropicStream, failWith, hang, type Loopback, loopback, openaiStream, type Scripted, type Step } from './testing/loopback';
import type { Reply } from './types';

const ACTOR = { kind: 'engine', id: 'engine', name: 'engine', role: 'operator' } as const;
const VENDORS = {
  anthropic: { client: anthropicClient, stream: anthropicStream, base: '', cutStop: 'max_tokens', refusalStop: 'refusal' },
  openai: { client: openaiClient, stream: openaiStream, base: '/v1', cutStop: 'length', refusalStop: 'content_filter' },
} as const;
let server: Loopback;
afterEach(() => server?.close());

/** One turn against a scripted server: what came back, how often the server was hit, what the ledger says. */
async function turn(vendor: keyof typeof VENDORS, steps: readonly Step[], signal = new AbortController().signal) {
  server = await loopback(steps);
  const db = openTestDb();
  const account = openAccount(db, { name: 'book:bok_1', actor: ACTOR, now: 1 });
  const price = { provider: vendor, model: '*', from: '1970-01-01', inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000, cpuSecondMicros: 0 };
  const tools = makeTools({ db, proposalId: 'pro_1', bookId: 'bok_1', attemptId: 'att_1', price, signal, clock: () => 1 });
  const client = VENDORS[vendor].client({ apiKey: 'k', baseUrl: `${server.url}${VENDORS[vendor].base}`, idleMs: 250 });
  let reply: Reply | null = null;
  let error: AppError | null = null;
  try {
    reply = await callModel(client, { model: 'fake-1', system: 'You are.', messages: [{ role: 'user', text: 'hello' }], tools: [{ name: 't', description: 'd', schema: { type: 'object', properties: {} } }], maxTokens: 64, signal }, tools, { tries: 3, firstWaitMs: 5 });
  } catch (e) {
    error = e as AppError;
  }
  return { reply, error, hits: server.bodies.length, spent: readBalance(db, account.id).spent };
}

describe.each(['anthropic', 'openai'] as const)('%s', (vendor) => {
  const { stream, cutStop, refusalStop } = VENDORS[vendor];
  const say = (reply: Scripted): Step => stream(reply);
  const good = say({ text: 'fine', calls: [{ id: 'c1', name: 't', input: '{"a": 1}' }] });
  const body = { error: { type: 'api_error', message: 'no' } };

  it('a whole reply: text, tool call, stop, usage; the request has tools and no sampling parameters', async () => {
    const { reply, hits, spent } = await turn(vendor, [good]);
    expect(reply).toMatchObject({ text: 'fine', calls: [{ id: 'c1', name: 't', input: '{"a": 1}' }], stop: 'tools', inputTokens: 100, outputTokens: 20, model: 'fake-1' });
    expect(hits).toBe(1);
    expect(spent).toMatchObject({ tokens: 120, costMicros: 140 });
    expect(server.bodies[0]).not.toHaveProperty('temperature');
    expect(server.bodies[0]).toHaveProperty('tools');
    if (vendor === 'anthropic') expect(JSON.stringify(server.bodies[0]?.system)).toContain('cache_control');
  });

  it.each([
    ['429', failWith(429, { error: { type: 'rate_limit_error', message: 'slow down' } }, { 'retry-after-ms': '10' })],
    ['529', failWith(529, { error: { type: 'overloaded_error', message: 'Overloaded' } })],
    ['500', failWith(500, body)],
    ['an HTML 502', failWith(502, '<html><body><h1>Bad Gateway</h1></body></html>')],
  ])('%s twice, then an answer: two retries of our own', async (_name, fault) => {
    const { reply, hits, spent } = await turn(vendor, [fault, fault, good]);
    expect(reply?.text).toBe('fine');
    expect(hits).toBe(3);
    expect(spent.tokens).toBe(120);
  });

  it('HTML 502 for ever: three hits, then one plain sentence without markup', async () => {
    const { error, hits } = await turn(vendor, [failWith(502, '<html><h1>Bad Gateway</h1></html>')]);
    expect(hits).toBe(3);
    expect(error).toMatchObject({ code: 'PROVIDER_FAILED' });
    expect(error?.message).toMatch(/did not answer \(server, try 3 of 3\): HTTP 502/);
    expect(error?.message).not.toContain('<');
  });

  it.each([['an error inside the stream', 'error'], ['a cut socket', 'cut'], ['an early end', 'eof'], ['silence in mid-stream', 'silent']] as const)('%s: asked again, the broken try is paid for, nothing of it is used', async (_name, ending) => {
    const broken = say({ text: 'half an answ', calls: [{ id: 'c9', name: 't', input: '{"a"' }], ending });
    const { reply, hits, spent } = await turn(vendor, [broken, good]);
    expect(hits).toBe(2);
    expect(reply).toMatchObject({ text: 'fine', calls: [{ id: 'c1' }] });
    expect(spent.tokens).toBeGreaterThan(120);
  });

  it('a reply that ends at the token limit says so, and its tool input is the raw broken text, not a repaired one', async () => {
    const { reply } = await turn(vendor, [say({ calls: [{ id: 'c1', name: 't', input: '{"factor_name":"a","wind' }], stop: cutStop })]);
    expect(reply?.stop).toBe('length');
    expect(() => JSON.parse(reply!.calls[0]!.input)).toThrow();
  });

  it('a refusal stops at once', async () => {
    const { error, hits } = await turn(vendor, [say({ text: '', stop: refusalStop })]);
    expect(error?.message).toMatch(/refused/);
    expect(hits).toBe(1);
  });

  it('a used-up quota is no rate limit: one hit', async () => {
    const { error, hits } = await turn(vendor, [failWith(429, { error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded your current quota' } })]);
    expect(hits).toBe(1);
    expect(error?.message).toMatch(/quota/);
  });

  it.each([[401, 'auth'], [400, 'bad request'], [404, 'not found']])('%i is not asked again', async (status, words) => {
    const { error, hits, spent } = await turn(vendor, [failWith(status, body)]);
    expect(hits).toBe(1);
    expect(error?.message).toContain(words);
    expect(spent.tokens).toBe(0);
  });

  it('x-should-retry: false is honoured', async () => {
    expect((await turn(vendor, [failWith(500, body, { 'x-should-retry': 'false' })])).hits).toBe(1);
  });

  it('a server that never answers ends in three tries and a clear error', async () => {
    const { error, hits } = await turn(vendor, [hang]);
    expect(hits).toBe(3);
    expect(error?.message).toMatch(/timeout/);
  });

  it('stop works in the middle of a stream', async () => {
    const stop = new AbortController();
    const silent = say({ text: 'thinking', ending: 'silent' });
    const stopWhenHeard: Step = (response, request) => {
      silent(response, request);
      setTimeout(() => stop.abort('cancelled'), 30);
    };
    const { error, hits } = await turn(vendor, [stopWhenHeard], stop.signal);
    expect(error).toBe('cancelled');
    expect(hits).toBe(1);
  });

  it('lists models from the server', async () => {
    server = await loopback([failWith(200, { object: 'list', data: [{ id: 'b', type: 'model' }, { id: 'a', type: 'model' }], has_more: false, first_id: 'b', last_id: 'a' })]);
    expect(await VENDORS[vendor].client({ apiKey: 'k', baseUrl: `${server.url}${VENDORS[vendor].base}`, idleMs: 500 }).listModels(new AbortController().signal)).toEqual(['a', 'b']);
  });
});
