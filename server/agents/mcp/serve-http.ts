import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256Hex } from '@/server/audit/canonical-json';
import { handleText, type McpServer, PROTOCOL_VERSIONS } from './handle-message';
import { HttpSessions } from './http-sessions';

const PATH = '/mcp';
const MAX_BODY = 4_000_000;
const LOCAL_HOSTS = ['127.0.0.1', 'localhost'];

/**
 * Streamable HTTP of MCP in its plain form: POST /mcp, one message, a JSON answer. Bound to 127.0.0.1; a request of a web page
 * (Origin) or for another name (DNS rebinding) is refused, and so is one without the token.
 */
export async function serveHttp(server: McpServer, options: { port: number; token: string }): Promise<{ url: string; close(): Promise<void> }> {
  const sessions = new HttpSessions();
  const http = createServer((request, response) => {
    answer(server, sessions, options.token, request, response).catch((error: unknown) => {
      process.stderr.write(`mcp: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      if (!response.headersSent) send(response, 500, { error: 'The server broke; its log says why.' });
    });
  });
  await listen(http, options.port);
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

const listen = (http: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });

async function answer(server: McpServer, sessions: HttpSessions, token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refusal = whyNot(request, token);
  if (refusal) return send(response, refusal.status, { error: refusal.why }, refusal.headers);
  const named = request.headers['mcp-session-id'];
  const session = sessions.of(Array.isArray(named) ? named[0] : named);
  if (session === null) return send(response, 404, { error: 'This session is not known (any more); send initialize without mcp-session-id.' });
  const body = await readBody(request);
  // The rest of a body that is too large is not read: the connection ends with the answer.
  if (body === null) return send(response, 413, { error: `A message has at most ${MAX_BODY / 1e6} MB.` }, { connection: 'close' });
  const before = session.client;
  const gone = new AbortController();
  response.once('close', () => gone.abort(new Error('The client went away.')));
  const result = await handleText(server, body, session, gone.signal);
  if (response.destroyed) return;
  if (named === undefined && session.client !== before) response.setHeader('mcp-session-id', sessions.keep(session));
  if (result === null) {
    response.writeHead(202).end();
    return;
  }
  send(response, 'error' in result && result.id === null ? 400 : 200, result);
}

function whyNot(request: IncomingMessage, token: string): { status: number; why: string; headers?: Record<string, string> } | null {
  const { host, origin, authorization } = request.headers;
  if (!isLocal(`http://${host ?? ''}`) || (origin !== undefined && !isLocal(origin))) return { status: 403, why: 'Only programs of this machine may ask; this request names another host or comes from a web page.' };
  if (!sameText(authorization ?? '', `Bearer ${token}`)) return { status: 401, why: 'Send the header Authorization: Bearer with the token of the server (OOMRL_MCP_TOKEN, or the file it named at its start).', headers: { 'www-authenticate': 'Bearer' } };
  if (new URL(request.url ?? '/', 'http://127.0.0.1').pathname !== PATH) return { status: 404, why: `The server answers at ${PATH}.` };
  // No stream is offered: nothing is sent that was not asked for.
  if (request.method !== 'POST') return { status: 405, why: 'Send a message by POST.', headers: { allow: 'POST' } };
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return { status: 415, why: 'Send content-type: application/json.' };
  const version = request.headers['mcp-protocol-version'];
  if (version !== undefined && !PROTOCOL_VERSIONS.some((v) => v === version)) return { status: 400, why: `mcp-protocol-version: ${String(version)} is not spoken here; use ${PROTOCOL_VERSIONS.join(', ')}.` };
  return null;
}

function isLocal(url: string): boolean {
  try {
    return LOCAL_HOSTS.includes(new URL(url).hostname);
  } catch {
    return false;
  }
}

const sameText = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(sha256Hex(a)), Buffer.from(sha256Hex(b)));

/** The body, or null when it is too large: nothing beyond the limit is kept. */
function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY) {
        request.pause();
        resolve(null);
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('error', reject);
  });
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers }).end(JSON.stringify(body));
}
