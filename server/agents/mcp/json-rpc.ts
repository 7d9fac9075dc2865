import { z } from 'zod';

/** JSON-RPC 2.0 error codes that are sent. */
export const RPC_ERROR = { PARSE: -32700, INVALID_REQUEST: -32600, METHOD_NOT_FOUND: -32601, INVALID_PARAMS: -32602, INTERNAL: -32603 } as const;

export const idSchema = z.union([z.string(), z.number().int()]);
export const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  /** Absent: a notification, which is never answered. */
  id: idSchema.optional(),
  method: z.string().min(1),
  params: z.record(z.string(), z.unknown()).optional(),
});
export type RpcRequest = z.output<typeof requestSchema>;
export type RpcId = z.output<typeof idSchema> | null;

export type RpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: RpcId; readonly result: Record<string, unknown> }
  | { readonly jsonrpc: '2.0'; readonly id: RpcId; readonly error: { readonly code: number; readonly message: string } };

/** An error that is the protocol's, not the tool's. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const rpcResult = (id: RpcId, result: Record<string, unknown>): RpcResponse => ({ jsonrpc: '2.0', id, result });
export const rpcError = (id: RpcId, code: number, message: string): RpcResponse => ({ jsonrpc: '2.0', id, error: { code, message } });

/** The id of a message that is no valid request, as far as it has one. */
export function idOf(message: unknown): RpcId {
  const parsed = z.object({ id: idSchema }).safeParse(message);
  return parsed.success ? parsed.data.id : null;
}
