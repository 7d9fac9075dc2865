import { z } from 'zod';
import type { McpServer } from '@/server/agents/mcp/handle-message';
import type { Actor } from '@/server/contracts/roles';
import { dataDir, migrateDb, openDb } from '@/server/db/client';
import { parseArgs } from '../parse-args';
import { readValues } from '../read-values';

export const help = `oomrl mcp [--http PORT] [--account NAME]

The gates of the console as tools for other agents (Model Context Protocol): stdaw_verify, autopsy_get, trace_get, backtest,
evaluate_factor, and propose_patch, which hands a patch in for review. No tool approves, deploys or trades.
  claude mcp add oomrl -- oomrl mcp
  codex mcp add oomrl -- oomrl mcp

stdaw_verify, backtest and evaluate_factor burn CPU and wall seconds; a compute account pays for them: mcp:CLIENT, after the name
the client gives (mcp:claude-code, mcp:codex-mcp-client), or the one of --account, and with it the book's and the month's. Open it once:
  oomrl budget open --account mcp:claude-code --cpu-seconds 3600
Without an account, or without capital, a call is refused with the reason; a running one is stopped.

Standard input and output by default; with --http PORT a server at http://127.0.0.1:PORT/mcp (0 = any free port), which answers
nobody without "Authorization: Bearer TOKEN": OOMRL_MCP_TOKEN, or a token it makes at its first start, prints once and keeps in
keys/mcp-token of the data directory, readable by its owner only.
`;
/** An outside agent may do what an operator may with proposals; approving needs a person. */
const MCP_ACTOR: Actor = { kind: 'agent', id: 'mcp', name: 'MCP client', role: 'operator' };
const accountSchema = z.string().trim().min(1, 'must be the name of a compute account').max(100, 'must be at most 100 characters');
const portSchema = z.coerce.number({ error: 'must be a port' }).int('must be a port').min(0, 'must be a port').max(65_535, 'must be a port');

/** `oomrl mcp`. Runs until its input ends or it is told to stop. @throws AppError BAD_INPUT */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { http: { type: 'string' }, account: { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const port = values.http === undefined ? null : readValues(portSchema, values.http, '--http');
  const account = values.account === undefined ? null : readValues(accountSchema, values.account, '--account');
  // The verifier brings a compiler along: not for --help, nor for a wrong flag.
  const [{ MCP_TOOLS }, { serveStdio }, { serveHttp }, { readHttpToken }, { coolDown }] = await Promise.all([
    import('@/server/agents/mcp/tools'), import('@/server/agents/mcp/serve-stdio'), import('@/server/agents/mcp/serve-http'), import('@/server/agents/mcp/http-token'), import('@/server/stdaw/runner/warm-pairs'),
  ]);
  const db = openDb();
  const stop = new AbortController();
  const onSignal = (): void => stop.abort(new Error('The server was told to stop.'));
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  try {
    migrateDb(db);
    const server: McpServer = { tools: MCP_TOOLS, context: { db, actor: MCP_ACTOR, now: Date.now, signal: stop.signal, account } };
    if (port === null) {
      stop.signal.addEventListener('abort', () => process.stdin.destroy());
      await serveStdio(server, process.stdin, process.stdout).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
    } else {
      const { token, file, fresh } = readHttpToken(dataDir());
      const http = await serveHttp(server, { port, token });
      const where = file === null ? 'the token of OOMRL_MCP_TOKEN' : fresh ? `the token ${token} (kept in ${file}; printed this once)` : `the token in ${file}`;
      process.stderr.write(`oomrl mcp at ${http.url}, with ${where}\n`);
      await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
      await http.close();
    }
    return 0;
  } finally {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    coolDown();
    db.$client.close();
  }
}
