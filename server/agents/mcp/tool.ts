import type { z } from 'zod';
import type { Actor } from '@/server/contracts/roles';
import type { Db } from '@/server/db/client';

export interface ToolContext {
  readonly db: Db;
  readonly actor: Actor;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Compute account that pays, whatever a client calls itself; null: the client's own, `mcp:NAME`. */
  readonly account: string | null;
  /** Name of the client as it introduced itself; null before it did. */
  readonly client: string | null;
}

/** One tool of the MCP server. None approves, none sends an order: the only one that writes puts a proposal in front of a person. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly readOnly: boolean;
  call(args: unknown, context: ToolContext): Promise<Record<string, unknown>>;
}

/** Ties the schema of a tool to the type of its arguments. The server parses before it calls. */
export function defineTool<S extends z.ZodObject>(tool: { name: string; title: string; description: string; input: S; readOnly: boolean; call(args: z.output<S>, context: ToolContext): Promise<Record<string, unknown>> | Record<string, unknown> }): McpTool {
  return { ...tool, call: async (args, context) => tool.call(tool.input.parse(args), context) };
}
