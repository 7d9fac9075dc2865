import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDb } from '@/server/db/client';
import type { McpServer } from './handle-message';
import { readHttpToken } from './http-token';
import { serveHttp } from './serve-http';
import { MCP_TOOLS } from './tools';

const TOKEN = 'a-token-of-twenty-nine-letters';
let http: Awaited<ReturnType<typeof serveHttp>>;
beforeEach(async () => {
  const server: McpServer = { tools: MCP_TOOLS, context: { db: openTestDb(), actor: { kind: 'agent', id: 'mcp', name: 'MCP client', role: 'operator' }, now: () => 1, signal: new AbortController().signal, account: null } };
  http = await serveHttp(server, { port: 0, token: TOKEN });
});
afterEach(() => http.close());

const rpc = (id: number, method: string, params?: object) => JSON.stringify({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) });
const post = (headers: Record<string, string> = {}, body = rpc(1, 'ping')) =>
  fetch(http.url, { method: 'POST', headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }, body });
/** fetch sets Host itself; a page that rebinds a name sends its own. */
const withHost = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(http.url, { method: 'POST', headers: { host, authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    asked.once('error', reject);
    asked.end(rpc(1, 'ping'));
  });

it('answers programs of this machine that hold the token; nobody without it, whatever the server was started with', async () => {
  expect(await (await post()).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await post({ authorization: '' })).status).toBe(401);
  expect((await post({ authorization: `Basic ${TOKEN}` })).status).toBe(401);
});

it('refuses web pages and rebound names', async () => {
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ origin: 'null' })).status).toBe(403);
  expect((await post({ origin: 'http://127.0.0.1.evil.example' })).status).toBe(403);
  expect((await post({ origin: 'http://localhost:3000' })).status).toBe(200);
  const { port } = new URL(http.url);
  expect(await withHost(`evil.example:${port}`)).toBe(403);
  expect(await withHost(`localhost:${port}`)).toBe(200);
});

it('refuses other methods, types, versions and paths', async () => {
  expect((await post({ 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post({ 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  expect((await post({}, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))).status).toBe(202);
  expect((await post({}, '{')).status).toBe(400);
  expect((await fetch(http.url, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(405);
  expect((await fetch(http.url.replace('/mcp', '/'), { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(404);
});

it('reads no more of a body than a message may have, whether its length is told or not', async () => {
  expect((await post({}, ' '.repeat(4_000_001))).status).toBe(413);
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)) });
  const answer = await fetch(http.url, { method: 'POST', headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }, body: endless, duplex: 'half' } as RequestInit).then((r) => r.status, () => 'closed');
  expect([413, 'closed']).toContain(answer);
  expect((await post()).status).toBe(200);
});

it('a session remembers who introduced itself; one that is not known is told to begin again', async () => {
  const hello = await post({}, rpc(1, 'initialize', { protocolVersion: '2025-06-18', clientInfo: { name: 'Claude Code', version: '1' } }));
  const session = hello.headers.get('mcp-session-id')!;
  const verify = rpc(2, 'tools/call', { name: 'stdaw_verify', arguments: { package: '/nowhere' } });
  expect(await (await post({ 'mcp-session-id': session }, verify)).text()).toContain('oomrl budget open --account mcp:claude-code ');
  expect(await (await post({}, verify)).text()).toContain('has not said who it is');
  expect((await post({ 'mcp-session-id': session })).headers.get('mcp-session-id')).toBeNull();
  expect((await post({ 'mcp-session-id': 'guessed' })).status).toBe(404);
});

it('makes a token of its own once, for its owner only, and trusts no file that others may read', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mcp-token-'));
  try {
    const first = readHttpToken(dir, {});
    expect(first).toMatchObject({ fresh: true, file: join(dir, 'keys/mcp-token') });
    expect(statSync(first.file!).mode & 0o777).toBe(0o600);
    expect(readFileSync(first.file!, 'utf8').trim()).toBe(first.token);
    expect(first.token.length).toBeGreaterThan(40);
    expect(readHttpToken(dir, {})).toEqual({ token: first.token, file: first.file, fresh: false });
    expect(readHttpToken(dir, { OOMRL_MCP_TOKEN: 'sixteen-letters-' })).toEqual({ token: 'sixteen-letters-', file: null, fresh: false });
    expect(() => readHttpToken(dir, { OOMRL_MCP_TOKEN: 'short' })).toThrow(/OOMRL_MCP_TOKEN: the token has 5 characters; use 16/);
    chmodSync(first.file!, 0o644);
    expect(() => readHttpToken(dir, {})).toThrow(/may be read by others \(mode 644\)/);
    rmSync(first.file!);
    writeFileSync(first.file!, '\n', { mode: 0o600 });
    expect(() => readHttpToken(dir, {})).toThrow(/has 0 characters/);
    expect(existsSync(first.file!)).toBe(true);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
