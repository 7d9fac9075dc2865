import type { Usage } from '../capital/spend';
import type { Delta } from '../live-turn';

/** A conversation in neutral form; each client writes it in its vendor's wire format. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it: parsed and validated only after the stop reason was looked at. */
  readonly input: string;
}

export interface ToolResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly schema: Record<string, unknown>;
}

export interface Turn {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly maxTokens: number;
  readonly signal: AbortSignal;
  /** Words as they arrive, for the screen only: nothing may be concluded from them before the turn is whole. */
  readonly onDelta?: (delta: Delta) => void;
}

/** How a reply ended. `length` means cut off: nothing in it may be taken for whole. */
export type StopKind = 'end' | 'tools' | 'length' | 'refusal';

export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly stop: StopKind;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Model that answered, as the server says. */
  readonly model: string;
}

/** What may be done after a call failed. */
export interface Fault {
  readonly kind: 'rate_limited' | 'overloaded' | 'server' | 'connection' | 'timeout' | 'malformed' | 'quota' | 'auth' | 'bad_request' | 'not_found';
  readonly retry: boolean;
  readonly retryAfterMs: number | null;
  readonly message: string;
}

/** A failed call with what it cost all the same. */
export class ModelFault extends Error {
  readonly fault: Fault;
  readonly usage: Pick<Usage, 'inputTokens' | 'outputTokens'>;

  constructor(fault: Fault, usage: Pick<Usage, 'inputTokens' | 'outputTokens'>) {
    super(fault.message);
    this.fault = fault;
    this.usage = usage;
  }
}

export interface ModelClient {
  /** One call, no retry inside. @throws ModelFault with what it cost, also when the signal aborted it: words that were said are paid for */
  complete(turn: Turn): Promise<Reply>;
  /** Ids from the server's /v1/models, sorted. @throws ModelFault */
  listModels(signal: AbortSignal): Promise<string[]>;
}

export interface ClientConfig {
  readonly apiKey: string;
  readonly baseUrl: string | null;
  /** Longest silence of the server, before the first byte and between two. */
  readonly idleMs: number;
}
