import { z } from 'zod';
import type { McpServer } from '@/server/agents/mcp/handle-message';
import { serveHttp } from '@/server/agents/mcp/serve-http';
import { serveStdio } from '@/server/agents/mcp/serve-stdio';
import { MCP_TOOLS } from '@/server/agents/mcp/tools';
import type { Actor } from '@/server/contracts/roles';
import { migrateDb, openDb } from '@/server/db/client';
import { coolDown } from '@/server/stdaw/runner/warm-pairs';
import { parseArgs } from '../parse-args';
import { readValues } from '../read-values';

export const help = `oomrl mcp [--http PORT]

The gates of the console as tools for other agents (Model Context Protocol): stdaw_verify, autopsy_get, trace_get, backtest,
evaluate_factor, and propose_patch, which hands a patch in for review. No tool approves, deploys or trades.
Standard input and output by default; with --http PORT a server at http://127.0.0.1:PORT/mcp (0 = any free port), which asks for
"Authorization: Bearer" when OOMRL_MCP_TOKEN is set.
  claude mcp add oomrl -- oomrl mcp
  codex mcp add oomrl -- oomrl mcp
`;
/** An outside agent may do what an operator may with proposals; approving needs a person. */
const MCP_ACTOR: Actor = { kind: 'agent', id: 'mcp', name: 'MCP client', role: 'operator' };
const portSchema = z.coerce.number({ error: 'must be a port' }).int('must be a port').min(0, 'must be a port').max(65_535, 'must be a port');

/** `oomrl mcp`. Runs until its input ends or it is told to stop. @throws AppError BAD_INPUT */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { http: { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const port = values.http === undefined ? null : readValues(portSchema, values.http, '--http');
  const db = openDb();
  const stop = new AbortController();
  const onSignal = (): void => stop.abort(new Error('The server was told to stop.'));
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  try {
    migrateDb(db);
    const server: McpServer = { tools: MCP_TOOLS, context: { db, actor: MCP_ACTOR, now: Date.now, signal: stop.signal } };
    if (port === null) {
      stop.signal.addEventListener('abort', () => process.stdin.destroy());
      await serveStdio(server, process.stdin, process.stdout).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
    } else {
      const http = await serveHttp(server, { port, token: process.env.OOMRL_MCP_TOKEN || null });
      process.stderr.write(`oomrl mcp at ${http.url}\n`);
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
