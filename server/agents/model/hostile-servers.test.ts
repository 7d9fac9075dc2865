import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { anthropicClient } from './anthropic-client';
import { openaiClient } from './openai-client';
import { anthropicStream, failWith, type Loopback, loopback, openaiStream, type Step } from './testing/loopback';
import { ModelFault } from './types';

let server: Loopback;
afterEach(() => server?.close());

const KEY = 'sk-a-key-nobody-may-read';
const VENDORS = {
  anthropic: { client: anthropicClient, stream: anthropicStream, base: '' },
  openai: { client: openaiClient, stream: openaiStream, base: '/v1' },
} as const;
const turn = { model: 'm', system: 's', messages: [{ role: 'user' as const, text: 'hello' }], tools: [], maxTokens: 64, signal: new AbortController().signal };
const event = (type: string, data: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const line = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

async function ask(vendor: keyof typeof VENDORS, step: Step, idleMs = 400) {
  server = await loopback([step]);
  const { client, base } = VENDORS[vendor];
  return client({ apiKey: KEY, baseUrl: server.url + base, idleMs }).complete(turn);
}
const fault = async (work: Promise<unknown>): Promise<ModelFault> => {
  const error = await work.catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ModelFault);
  return error as ModelFault;
};

describe.each(['anthropic', 'openai'] as const)('%s', (vendor) => {
  it.each([302, 307, 308])('a redirect (%i) is not followed: neither key nor source goes to another host', async (status) => {
    let reached = false;
    const other = createServer((_request, response) => {
      reached = true;
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const target = `http://localhost:${(other.address() as AddressInfo).port}`;
    const { fault: found } = await fault(ask(vendor, failWith(status, {}, { location: `${target}/v1/messages?key=secret` })));
    other.close();
    expect(reached).toBe(false);
    expect(found).toMatchObject({ kind: 'bad_request', retry: false });
    expect(found.message).toMatch(/redirect .*localhost:\d+; the key is not sent on/);
    expect(found.message).not.toContain('secret');
  });

  it('a server that quotes the key back does not get it into an error; markup and marks that turn text are gone', async () => {
    const { fault: found } = await fault(ask(vendor, failWith(401, { error: { type: 'x', message: `Wrong key ${KEY} <b>here</b> \u202egnorw\u001b[31m` } })));
    expect(found.message).toContain('Wrong key [key]');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must be gone
    expect(found.message).not.toMatch(/[\u001b\u202e<]/);
  });

  it('a stream that never ends is ended, not asked for again, and paid for', async () => {
    const endless: Step = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const words = 'x'.repeat(500);
      if (vendor === 'anthropic') response.write(event('message_start', { message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 5, output_tokens: 0 } } }) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }));
      const timer = setInterval(() => response.write((vendor === 'anthropic' ? event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: words } }) : line({ choices: [{ index: 0, delta: { content: words } }] })).repeat(20)), 5);
      response.on('close', () => clearInterval(timer));
    };
    const { fault: found, usage } = await fault(ask(vendor, endless));
    expect(found).toMatchObject({ kind: 'malformed', retry: false });
    expect(found.message).toContain('beyond the 64 tokens');
    expect(usage.outputTokens).toBeGreaterThan(10_000);
  });

  it('a word now and then is no life: a call has an end', async () => {
    const drip: Step = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (vendor === 'anthropic') response.write(event('message_start', { message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 5, output_tokens: 0 } } }) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }));
      const timer = setInterval(() => response.write(vendor === 'anthropic' ? event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'x' } }) : line({ choices: [{ index: 0, delta: { content: 'x' } }] })), 15);
      response.on('close', () => clearInterval(timer));
    };
    const started = performance.now();
    const { fault: found } = await fault(ask(vendor, drip, 60));
    expect(found.kind).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it.each([
    ['negative', -1_000_000, -5], ['a fraction', 10.5, 2.5], ['beyond all measure', 1e300, 1e300], ['text', '12', '3'], ['absent', undefined, undefined],
  ])('usage that is no count (%s) is booked by length, never as given', async (_name, input, output) => {
    const usage: Step = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (vendor === 'openai') return void response.end(`${line({ choices: [{ index: 0, delta: { content: 'some words to count' }, finish_reason: 'stop' }] })}${line({ choices: [], usage: { prompt_tokens: input, completion_tokens: output } })}data: [DONE]\n\n`);
      response.end(
        [
          event('message_start', { message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: input, output_tokens: output } } }),
          event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }), event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'some words to count' } }), event('content_block_stop', { index: 0 }),
          event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: output } }), event('message_stop'),
        ].join(''),
      );
    };
    const reply = await ask(vendor, usage);
    for (const tokens of [reply.inputTokens, reply.outputTokens]) expect(Number.isSafeInteger(tokens) && tokens > 0 && tokens < 100, String(tokens)).toBe(true);
  });
});

it('a list of models without an end is read up to a limit; what is no name is left out', async () => {
  let page = 0;
  server = await loopback([(response) => {
    const data = Array.from({ length: 100 }, (_, i) => ({ id: i === 0 ? 7 : i === 1 ? 'x'.repeat(5_000) : `m${page}-${i}`, type: 'model' }));
    page += 1;
    failWith(200, { data, has_more: true, first_id: 'a', last_id: `p${page}` })(response, null as never);
  }]);
  const ids = await anthropicClient({ apiKey: KEY, baseUrl: server.url, idleMs: 500 }).listModels(new AbortController().signal);
  expect(ids).toHaveLength(980);
  expect(server.bodies.length).toBeLessThan(12);
});

it('a prompt and words that the server counts as 0 tokens are booked by their length', async () => {
  const reply = await ask('openai', (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${line({ choices: [{ index: 0, delta: { content: 'words' }, finish_reason: 'stop' }], usage: { prompt_tokens: 0, completion_tokens: 0 } })}data: [DONE]\n\n`);
  });
  expect(reply.inputTokens).toBeGreaterThan(0);
  expect(reply.outputTokens).toBeGreaterThan(0);
});
