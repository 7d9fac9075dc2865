import { PassThrough, Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openTestDb } from '@/server/db/client';
import { handleText, type McpServer, newSession } from './handle-message';
import { readLines } from './read-lines';
import { serveHttp } from './serve-http';
import { serveStdio } from './serve-stdio';
import { defineTool } from './tool';

/** A server whose one tool works until it is stopped. */
function endless() {
  const log = { started: 0, stopped: 0 };
  const tool = defineTool({
    name: 'work', title: 'Work', description: 'Works until it is stopped.', input: z.strictObject({}), readOnly: true,
    call: (_args, { signal }) => {
      log.started += 1;
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => {
        log.stopped += 1;
        reject(signal.reason as Error);
      }));
    },
  });
  const server: McpServer = { tools: [tool], context: { db: openTestDb(), actor: { kind: 'agent', id: 'mcp', name: 'MCP client', role: 'operator' }, now: () => 1, signal: new AbortController().signal, account: null } };
  return { log, server };
}
const work = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'work' } });
const cancel = (requestId: unknown) => JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'no more' } });
const until = async (holds: () => boolean): Promise<void> => {
  for (let i = 0; i < 400 && !holds(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(holds()).toBe(true);
};

it('a call that is cancelled stops and is not answered; another id, or none, stops nothing', async () => {
  const { log, server } = endless();
  const session = newSession();
  const answer = handleText(server, work(7), session);
  for (const id of [8, '7', null, {}]) expect(await handleText(server, cancel(id), session)).toBeNull();
  expect(log).toEqual({ started: 1, stopped: 0 });
  await handleText(server, cancel(7), session);
  expect(await answer).toBeNull();
  expect(log.stopped).toBe(1);
  expect(session.running.size).toBe(0);
});

it('an id in use and more calls than anybody waits for are refused', async () => {
  const { log, server } = endless();
  const session = newSession();
  const open = Array.from({ length: 32 }, (_, id) => handleText(server, work(id), session));
  expect(await handleText(server, work(99), session)).toMatchObject({ id: 99, error: { message: expect.stringContaining('32 calls') } });
  for (let id = 0; id < 32; id++) await handleText(server, cancel(id), session);
  await Promise.all(open);
  const first = handleText(server, work(1), session);
  expect(await handleText(server, work(1), session)).toMatchObject({ id: 1, error: { message: expect.stringContaining('id 1 is being worked on') } });
  await handleText(server, cancel(1), session);
  expect(await first).toBeNull();
  expect(log.started).toBe(33);
});

it('over HTTP, a client that hangs up stops its call', async () => {
  const { log, server } = endless();
  const http = await serveHttp(server, { port: 0, token: 'a-token-of-some-length' });
  const hang = new AbortController();
  const asked = fetch(http.url, { method: 'POST', signal: hang.signal, headers: { authorization: 'Bearer a-token-of-some-length', 'content-type': 'application/json' }, body: work(1) }).catch(() => 'hung up');
  await until(() => log.started === 1);
  hang.abort();
  expect(await asked).toBe('hung up');
  await until(() => log.stopped === 1);
  await http.close();
});

it('a line without an end is not kept; what comes after it is answered', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const served = serveStdio(endless().server, input, output);
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 60; i++) {
    if (!input.write(Buffer.alloc(2_000_000, 'x'))) await new Promise((resolve) => input.once('drain', resolve));
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(90_000_000);
  input.end(`\n${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}`);
  await served;
  const lines = String(output.read()).trim().split('\n').map((line) => JSON.parse(line) as { id: unknown });
  expect(lines).toMatchObject([{ id: null, error: { message: 'A message has at most 4 MB.' } }, { id: 2, result: {} }]);
});

it('when nobody reads the answers the server stops its work and ends', async () => {
  const { log, server } = endless();
  const input = new PassThrough();
  const output = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })) });
  const served = serveStdio(server, input, output);
  input.write(`${work(1)}\n`);
  await until(() => log.started === 1);
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`);
  await served;
  expect(log.stopped).toBe(1);
});

it('lines come whole over any cut of the bytes', async () => {
  const bytes = Buffer.from('α\r\nβγ\n\nend');
  for (let size = 1; size < 6; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
    const lines: unknown[] = [];
    for await (const line of readLines(Readable.from(pieces), 100)) lines.push(line);
    expect(lines).toEqual(['α', 'βγ', '', 'end']);
  }
});
