import OpenAI from 'openai';
import { classifyFault, TooLong } from './classify-fault';
import { ChunkCollector } from './collect-chunks';
import { CHARACTERS_PER_TOKEN, mostCharacters } from './characters-per-token';
import { collectIds } from './collect-ids';
import { guardedFetch } from './guarded-fetch';
import { idleSignal } from './idle-signal';
import { tokenLimit } from './token-limit';
import { type ClientConfig, type Message, type ModelClient, ModelFault, type Reply, type StopKind } from './types';

const STOPS: Readonly<Record<string, StopKind>> = { stop: 'end', tool_calls: 'tools', function_call: 'tools', length: 'length', content_filter: 'refusal' };
/** Chat completions, streamed: OpenAI and whatever speaks its form (Ollama, vLLM, llama.cpp). */
export function openaiClient(config: ClientConfig): ModelClient {
  const client = new OpenAI({ apiKey: config.apiKey, baseURL: config.baseUrl ?? undefined, maxRetries: 0, timeout: config.idleMs, fetch: guardedFetch, logLevel: 'off' });
  return {
    async complete(turn) {
      const idle = idleSignal(turn.signal, config.idleMs);
      const collector = new ChunkCollector();
      try {
        const messages = [{ role: 'system' as const, content: turn.system }, ...turn.messages.flatMap(toParams)];
        const stream = await client.chat.completions.create(
          {
            model: turn.model,
            ...tokenLimit(config.baseUrl, turn.maxTokens),
            messages,
            stream: true,
            stream_options: { include_usage: true },
            ...(turn.tools.length > 0 ? { tools: turn.tools.map((tool) => ({ type: 'function' as const, function: { name: tool.name, description: tool.description, parameters: tool.schema } })) } : {}),
          },
          { signal: idle.signal },
        );
        for await (const chunk of stream) {
          idle.heard();
          for (const delta of collector.add(chunk)) turn.onDelta?.(delta);
          if (collector.streamed > mostCharacters(turn.maxTokens)) throw new TooLong(turn.maxTokens);
        }
        // An aborted stream ends without an error; what it brought is not whole.
        idle.signal.throwIfAborted();
        return toReply(collector, turn.messages, turn.system);
      } catch (error) {
        if (error instanceof ModelFault) throw error;
        // Nothing streamed: refused before any token was made.
        const { streamed } = collector;
        const usage = streamed === 0 ? { inputTokens: 0, outputTokens: 0 } : estimate(turn.messages, turn.system, streamed);
        throw new ModelFault(classifyFault(error, idle.timedOut(), config.apiKey), usage);
      } finally {
        idle.release();
      }
    },
    async listModels(signal) {
      try {
        return await collectIds(client.models.list({ signal }));
      } catch (error) {
        signal.throwIfAborted();
        throw new ModelFault(classifyFault(error, false, config.apiKey), { inputTokens: 0, outputTokens: 0 });
      }
    },
  };
}

function estimate(messages: readonly Message[], system: string, streamed: number) {
  return { inputTokens: Math.ceil((JSON.stringify(messages).length + system.length) / CHARACTERS_PER_TOKEN), outputTokens: Math.ceil(streamed / CHARACTERS_PER_TOKEN) };
}

function toParams(message: Message): OpenAI.ChatCompletionMessageParam[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }];
  if (message.role === 'tool') return message.results.map((r) => ({ role: 'tool', tool_call_id: r.id, content: r.isError ? `ERROR: ${r.text}` : r.text }));
  const calls = message.calls.map((call) => ({ id: call.id, type: 'function' as const, function: { name: call.name, arguments: call.input } }));
  return [{ role: 'assistant', content: message.text || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) }];
}

function toReply(collector: ChunkCollector, messages: readonly Message[], system: string): Reply {
  const { text, refused, calls, finishReason, usage: counted, model } = collector.finish();
  const usage = counted ?? estimate(messages, system, collector.streamed);
  const stop = STOPS[finishReason ?? ''];
  // The end of a stream is no end of the answer: without a finish reason it was cut.
  if (!stop) throw new ModelFault({ kind: 'malformed', retry: true, retryAfterMs: null, message: `The reply ended without a finish reason (${String(finishReason)}).` }, usage);
  // Some compatible servers say `stop` although they call tools.
  return { text, calls, stop: refused ? 'refusal' : stop === 'end' && calls.length > 0 ? 'tools' : stop, ...usage, model: model ?? 'not named' };
}
