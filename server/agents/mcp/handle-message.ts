import { z } from 'zod';
import { AppError, explainIssues } from '@/server/contracts/errors';
import { idOf, idSchema, RPC_ERROR, type RpcId, RpcError, type RpcRequest, type RpcResponse, requestSchema, rpcError, rpcResult } from './json-rpc';
import type { McpTool, ToolContext } from './tool';

/** Newest first. A client that asks for another gets the newest and decides whether it goes on (MCP, lifecycle). */
export const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;

const INSTRUCTIONS =
  'OOM-RL console. Read a signed autopsy (autopsy_get), try a patch against the gates (stdaw_verify), then hand it in (propose_patch): it is verified again and waits for a person. Nothing here approves, deploys or trades.';

const initializeSchema = z.object({ protocolVersion: z.string(), clientInfo: z.object({ name: z.string().min(1).max(200) }).optional().catch(undefined) });
const cancelSchema = z.object({ requestId: idSchema });
const callSchema = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

export interface McpServer {
  readonly tools: readonly McpTool[];
  readonly context: Omit<ToolContext, 'client'>;
}

/** One client from its initialize on. */
export interface McpSession {
  /** What it called itself, in plain letters; null before it did. It is a claim: it names an account, it proves nothing. */
  client: string | null;
  /** Calls that are being worked on, by the id of their request. */
  readonly running: Map<RpcId, AbortController>;
}
export const newSession = (): McpSession => ({ client: null, running: new Map() });

/** Calls of one client that may wait at the same time. */
const MAX_RUNNING = 32;

/** Answers one line or body of JSON; null for a notification and for a call that was cancelled, or whose client went (`gone`). Never throws. */
export async function handleText(server: McpServer, text: string, session: McpSession, gone?: AbortSignal): Promise<RpcResponse | null> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return rpcError(null, RPC_ERROR.PARSE, 'This is not JSON.');
  }
  return handleMessage(server, message, session, gone);
}

/** Answers one message of the protocol; null for a notification. Never throws. */
async function handleMessage(server: McpServer, message: unknown, session: McpSession, gone: AbortSignal | undefined): Promise<RpcResponse | null> {
  const parsed = requestSchema.safeParse(message);
  if (!parsed.success) return isResponse(message) ? null : rpcError(idOf(message), RPC_ERROR.INVALID_REQUEST, Array.isArray(message) ? 'Batches are not part of this protocol version; send one message.' : explainIssues(parsed.error, 'request'));
  const request = parsed.data;
  if (request.id === undefined) {
    cancelNamed(request, session);
    return null;
  }
  const stop = new AbortController();
  const signals = [server.context.signal, stop.signal, ...(gone ? [gone] : [])];
  const stoppable = { ...server, context: { ...server.context, signal: AbortSignal.any(signals) } };
  try {
    if (request.method !== 'tools/call') return rpcResult(request.id, await dispatch(stoppable, request, session));
    if (session.running.size >= MAX_RUNNING) throw new RpcError(RPC_ERROR.INVALID_REQUEST, `${MAX_RUNNING} calls of this client are being worked on; wait for one to end.`);
    if (session.running.has(request.id)) throw new RpcError(RPC_ERROR.INVALID_REQUEST, `A call with the id ${request.id} is being worked on.`);
    session.running.set(request.id, stop);
    try {
      return rpcResult(request.id, await dispatch(stoppable, request, session));
    } finally {
      session.running.delete(request.id);
    }
  } catch (error) {
    // Whoever cancelled, or is gone, waits for no answer (MCP, cancellation).
    if (stop.signal.aborted || gone?.aborted) return null;
    if (error instanceof RpcError) return rpcError(request.id, error.code, error.message);
    process.stderr.write(`mcp: ${request.method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return rpcError(request.id, RPC_ERROR.INTERNAL, 'The server broke; its log says why.');
  }
}

/** A client that no longer wants an answer stops the work, and its cost. */
function cancelNamed({ method, params }: RpcRequest, session: McpSession): void {
  const { requestId } = cancelSchema.safeParse(method === 'notifications/cancelled' ? params : {}).data ?? {};
  if (requestId !== undefined) session.running.get(requestId)?.abort(new Error('The client cancelled the call.'));
}

/** This server asks clients nothing, so an answer of theirs is nobody's. */
const isResponse = (message: unknown): boolean => z.object({ jsonrpc: z.literal('2.0'), id: z.unknown() }).and(z.union([z.object({ result: z.unknown().refine((v) => v !== undefined) }), z.object({ error: z.object({ code: z.number() }) })])).safeParse(message).success;

async function dispatch({ tools, context }: McpServer, { method, params }: RpcRequest, session: McpSession): Promise<Record<string, unknown>> {
  switch (method) {
    case 'initialize': {
      const { protocolVersion, clientInfo } = parseParams(initializeSchema, params);
      session.client = (clientInfo?.name ?? '').replaceAll(/[^\w .@/-]+/g, '').trim().slice(0, 60) || null;
      const version = PROTOCOL_VERSIONS.find((v) => v === protocolVersion) ?? PROTOCOL_VERSIONS[0];
      return { protocolVersion: version, capabilities: { tools: { listChanged: false } }, serverInfo: { name: 'oomrl-console', version: '1' }, instructions: INSTRUCTIONS };
    }
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: tools.map(describe) };
    case 'tools/call': {
      const { name, arguments: args } = parseParams(callSchema, params);
      const tool = tools.find((t) => t.name === name);
      if (!tool) throw new RpcError(RPC_ERROR.INVALID_PARAMS, `There is no tool ${name}; there are: ${tools.map((t) => t.name).join(', ')}.`);
      const { actor } = context;
      return callTool(tool, parseParams(tool.input, args), { ...context, client: session.client, actor: session.client === null ? actor : { ...actor, name: `${actor.name} ${session.client}` } });
    }
    default:
      throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, `There is no method ${method}.`);
  }
}

function parseParams<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw new RpcError(RPC_ERROR.INVALID_PARAMS, explainIssues(parsed.error, 'params'));
  return parsed.data;
}

const describe = ({ name, title, description, input, readOnly }: McpTool): Record<string, unknown> => {
  const { $schema: _unused, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  return { name, title, description, inputSchema, annotations: { title, readOnlyHint: readOnly, destructiveHint: false, idempotentHint: readOnly, openWorldHint: false } };
};

/** What a tool refuses is a result with isError, so that the model reads the sentence; only the protocol's faults are errors of the protocol. */
async function callTool(tool: McpTool, args: unknown, context: ToolContext): Promise<Record<string, unknown>> {
  try {
    const structured = await tool.call(args, context);
    return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: structured, isError: false };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const structured = { error: { code: error.code, message: error.message } };
    return { content: [{ type: 'text', text: `${error.code}: ${error.message}` }], structuredContent: structured, isError: true };
  }
}
