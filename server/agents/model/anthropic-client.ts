import Anthropic from '@anthropic-ai/sdk';
import { CHARACTERS_PER_TOKEN, mostCharacters } from './characters-per-token';
import { classifyFault, TooLong } from './classify-fault';
import { collectIds } from './collect-ids';
import { guardedFetch } from './guarded-fetch';
import { idleSignal } from './idle-signal';
import { readCount } from './read-count';
import { type ClientConfig, type Message, type ModelClient, ModelFault, type Reply, type StopKind, type ToolCall } from './types';

/** `pause_turn` ends a turn that the server means to go on with (its own tools, which are never asked for): not whole. */
const STOPS: Readonly<Record<string, StopKind>> = { end_turn: 'end', stop_sequence: 'end', tool_use: 'tools', max_tokens: 'length', pause_turn: 'length', model_context_window_exceeded: 'length', refusal: 'refusal' };

/** Anthropic Messages, streamed. Prompt caching on system and tools; no sampling parameters (the API has none any more). */
export function anthropicClient(config: ClientConfig): ModelClient {
  // The key goes both ways: `Authorization: Bearer` is the SDK's since 1.0, older gateways read x-api-key.
  const client = new Anthropic({ apiKey: config.apiKey, baseURL: config.baseUrl ?? undefined, maxRetries: 0, timeout: config.idleMs, defaultHeaders: { 'x-api-key': config.apiKey }, fetch: guardedFetch, logLevel: 'off' });
  return {
    async complete(turn) {
      const idle = idleSignal(turn.signal, config.idleMs);
      const usage = { inputTokens: 0 };
      // The SDK repairs broken tool JSON in silence, so the raw text is collected beside it.
      const rawInputs = new Map<number, string>();
      const tools = new Map<number, string>();
      let [streamed, events, endless] = [0, 0, false];
      let counted: number | null = null;
      // What the server counted; words without a count are booked by their length.
      const used = () => ({ ...usage, outputTokens: counted || Math.ceil(streamed / CHARACTERS_PER_TOKEN) });
      try {
        const stream = client.messages.stream(
          {
            model: turn.model,
            max_tokens: turn.maxTokens,
            system: [{ type: 'text', text: turn.system, cache_control: { type: 'ephemeral' } }],
            messages: turn.messages.map(toParam),
            tools: turn.tools.map((tool) => ({ name: tool.name, description: tool.description, input_schema: tool.schema as Anthropic.Tool.InputSchema })),
          },
          { signal: idle.signal },
        );
        stream.on('streamEvent', (event) => {
          idle.heard();
          streamed += wordsOf(event).length;
          if (event.type === 'message_start') usage.inputTokens = inputOf(event.message.usage) ?? Math.ceil((JSON.stringify(turn.messages).length + turn.system.length) / CHARACTERS_PER_TOKEN);
          if (event.type === 'message_delta') counted = readCount(event.usage?.output_tokens) ?? counted;
          if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') tools.set(event.index, event.content_block.name);
          if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') turn.onDelta?.({ tool: null, text: event.delta.text });
          if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
            turn.onDelta?.({ tool: tools.get(event.index) ?? 'tool', text: event.delta.partial_json });
            rawInputs.set(event.index, (rawInputs.get(event.index) ?? '') + event.delta.partial_json);
          }
          if (++events + streamed <= mostCharacters(turn.maxTokens)) return;
          endless = true;
          stream.abort();
        });
        const message = await stream.finalMessage();
        return toReply(message, rawInputs, used());
      } catch (error) {
        if (error instanceof ModelFault) throw error;
        throw new ModelFault(classifyFault(endless ? new TooLong(turn.maxTokens) : error, idle.timedOut(), config.apiKey), used());
      } finally {
        idle.release();
      }
    },
    async listModels(signal) {
      try {
        return await collectIds(client.models.list({ limit: 100 }, { signal }));
      } catch (error) {
        signal.throwIfAborted();
        throw new ModelFault(classifyFault(error, false, config.apiKey), { inputTokens: 0, outputTokens: 0 });
      }
    },
  };
}

/** What an event adds to what was said, thinking included. */
function wordsOf(event: Anthropic.MessageStreamEvent): string {
  if (event.type !== 'content_block_delta') return '';
  const { delta } = event;
  return delta.type === 'text_delta' ? delta.text : delta.type === 'input_json_delta' ? delta.partial_json : delta.type === 'thinking_delta' ? delta.thinking : '';
}

/** Input tokens, cached ones included; null when the server did not count. */
function inputOf(usage: Partial<Anthropic.Usage> | undefined): number | null {
  const own = readCount(usage?.input_tokens);
  return own === null ? null : readCount(own + (readCount(usage?.cache_creation_input_tokens) ?? 0) + (readCount(usage?.cache_read_input_tokens) ?? 0));
}

function toParam(message: Message): Anthropic.MessageParam {
  if (message.role === 'user') return { role: 'user', content: message.text };
  if (message.role === 'tool') return { role: 'user', content: message.results.map((r) => ({ type: 'tool_result', tool_use_id: r.id, content: r.text, is_error: r.isError })) };
  const text: Anthropic.ContentBlockParam[] = message.text ? [{ type: 'text', text: message.text }] : [];
  return { role: 'assistant', content: [...text, ...message.calls.map((call): Anthropic.ContentBlockParam => ({ type: 'tool_use', id: call.id, name: call.name, input: objectOf(call) }))] };
}

/** What the model wrote goes back as an object; text that is no JSON object was answered with an error and is sent as such. */
function objectOf(call: ToolCall): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(call.input);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : { invalid: call.input };
  } catch {
    return { invalid: call.input };
  }
}

function toReply(message: Anthropic.Message, rawInputs: ReadonlyMap<number, string>, usage: { inputTokens: number; outputTokens: number }): Reply {
  const stop = STOPS[message.stop_reason ?? ''];
  if (!stop) throw new ModelFault({ kind: 'malformed', retry: true, retryAfterMs: null, message: `The reply ended without a stop reason (${String(message.stop_reason)}).` }, usage);
  return {
    text: message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''),
    calls: message.content.flatMap((block, index): ToolCall[] => (block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: rawInputs.get(index) ?? JSON.stringify(block.input ?? {}) }] : [])),
    stop,
    ...usage,
    model: message.model,
  };
}

