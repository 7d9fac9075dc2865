import { afterEach, describe, expect, it } from 'vitest';
import type { LiveTurn } from '@/server/contracts/live-turn';
import { openTestDb } from '@/server/db/client';
import { events } from '@/server/db/schema';
import { openLiveChannel } from '@/server/jobs/live-channel';
import { makeTools } from '../agent-tools';
import { openAccount, readBalance } from '../capital/account';
import { anthropicClient } from './anthropic-client';
import { callModel } from './call-model';
import { openaiClient } from './openai-client';
import { anthropicStream, type Loopback, loopback, openaiStream, type Scripted } from './testing/loopback';

const ACTOR = { kind: 'engine', id: 'engine', name: 'engine', role: 'operator' } as const;
const VENDORS = { anthropic: { client: anthropicClient, stream: anthropicStream, base: '' }, openai: { client: openaiClient, stream: openaiStream, base: '/v1' } } as const;
const TEXT = 'One thought after another, each of a few words, until the turn is whole.';
let server: Loopback;
afterEach(async () => {
  openLiveChannel(() => {});
  await server?.close();
});

/** A turn whose words arrive one by one, and the frames that were said meanwhile. */
async function start(vendor: keyof typeof VENDORS, replies: readonly Scripted[], stop = new AbortController()) {
  server = await loopback(replies.map((reply) => VENDORS[vendor].stream(reply)));
  const db = openTestDb();
  const account = openAccount(db, { name: 'book:bok_1', actor: ACTOR, now: 1 });
  const frames: (LiveTurn & { at: number })[] = [];
  openLiveChannel((turn) => frames.push({ ...turn, at: performance.now() }));
  const price = { provider: vendor, model: '*', from: '1970-01-01', inputMicrosPerMillion: 0, outputMicrosPerMillion: 0, cpuSecondMicros: 0 };
  const tools = makeTools({ db, proposalId: 'pro_1', bookId: 'bok_1', attemptId: 'att_1', price, signal: stop.signal, clock: () => 1 });
  const client = VENDORS[vendor].client({ apiKey: 'k', baseUrl: `${server.url}${VENDORS[vendor].base}`, idleMs: 2000 });
  const reply = callModel(client, { model: 'fake-1', system: 's', messages: [{ role: 'user', text: 'go' }], tools: [{ name: 'set_constant', description: 'd', schema: { type: 'object', properties: {} } }], maxTokens: 64, signal: stop.signal }, tools, { tries: 2, firstWaitMs: 5 });
  return { reply, frames, stop, spent: () => readBalance(db, account.id).spent, stored: () => db.select().from(events).all() };
}
const textOf = (frame: LiveTurn): string => frame.parts.filter((p) => p.tool === null).map((p) => p.text).join('');

describe.each(['anthropic', 'openai'] as const)('%s', (vendor) => {
  it('words and tool input are seen while the turn goes on, no faster than ten times a second, and are gone when it is whole', async () => {
    const { reply, frames } = await start(vendor, [{ text: TEXT, calls: [{ id: 'c1', name: 'set_constant', input: '{"symbol": "X", "value": "5"}' }], dripMs: 20 }]);
    const done = await reply;
    const endedAt = performance.now();
    expect(done).toMatchObject({ text: TEXT, stop: 'tools', calls: [{ name: 'set_constant', input: '{"symbol": "X", "value": "5"}' }] });
    const seen = frames.filter((f) => !f.done);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.length).toBeLessThanOrEqual(Math.ceil((endedAt - seen[0]!.at) / 100) + 1);
    for (const frame of seen) expect(TEXT.startsWith(textOf(frame))).toBe(true);
    expect(textOf(seen[0]!).length).toBeLessThan(TEXT.length);
    expect(seen.at(-1)!.parts.at(-1)).toMatchObject({ tool: 'set_constant' });
    expect(frames.at(-1)).toMatchObject({ done: true, parts: [], call: 0, traceId: 'pro_1', attemptId: 'att_1' });
  });

  it('a turn that breaks off was seen and is never taken for whole: it is asked again, and only the whole one comes back', async () => {
    const { reply, frames, stored } = await start(vendor, [{ text: TEXT, dripMs: 15, ending: 'cut' }, { text: 'Whole.', dripMs: 5 }]);
    expect(await reply).toMatchObject({ text: 'Whole.' });
    expect(frames.filter((f) => f.call === 0 && !f.done).length).toBeGreaterThan(0);
    expect(frames.filter((f) => f.done).map((f) => f.call)).toEqual([0, 1]);
    expect(JSON.stringify(stored())).not.toContain('One thought');
  });

  it('stop works at once in the middle of the words, closes the line, and what was said is paid for', async () => {
    const { reply, frames, stop, stored, spent } = await start(vendor, [{ text: TEXT.repeat(20), dripMs: 20 }]);
    const ended = reply.then(() => null, (error: unknown) => error);
    while (frames.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const at = performance.now();
    stop.abort('cancelled');
    expect(await ended).toBe('cancelled');
    expect(performance.now() - at).toBeLessThan(500);
    expect(frames.at(-1)!.done).toBe(true);
    const count = frames.length;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(frames.length).toBe(count);
    expect(stored().filter((e) => e.kind === 'message')).toEqual([]);
    expect(server.bodies).toHaveLength(1);
    expect(spent().tokens).toBeGreaterThan(0);
  });
});
