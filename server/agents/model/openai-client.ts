import OpenAI from 'openai';
import { classifyFault } from './classify-fault';
import { idleSignal } from './idle-signal';
import { type ClientConfig, type Message, type ModelClient, ModelFault, type Reply, type StopKind } from './types';

const STOPS: Readonly<Record<string, StopKind>> = { stop: 'end', tool_calls: 'tools', function_call: 'tools', length: 'length', content_filter: 'refusal' };
/** Tokens are counted by the server at the end of a stream only; a call that broke off before is booked by its length. */
const CHARACTERS_PER_TOKEN = 4;

/** Chat completions, streamed: OpenAI and whatever speaks its form (Ollama, vLLM, llama.cpp). */
export function openaiClient(config: ClientConfig): ModelClient {
  const client = new OpenAI({ apiKey: config.apiKey, baseURL: config.baseUrl ?? undefined, maxRetries: 0, timeout: config.idleMs, logLevel: 'off' });
  return {
    async complete(turn) {
      const idle = idleSignal(turn.signal, config.idleMs);
      let streamed = 0;
      const tools = new Map<number, string>();
      try {
        const messages = [{ role: 'system' as const, content: turn.system }, ...turn.messages.flatMap(toParams)];
        const stream = client.chat.completions.stream(
          {
            model: turn.model,
            max_completion_tokens: turn.maxTokens,
            messages,
            stream_options: { include_usage: true },
            ...(turn.tools.length > 0 ? { tools: turn.tools.map((tool) => ({ type: 'function' as const, function: { name: tool.name, description: tool.description, parameters: tool.schema } })) } : {}),
          },
          { signal: idle.signal },
        );
        stream.on('chunk', (chunk) => {
          idle.heard();
          for (const choice of chunk.choices) {
            if (choice.delta?.content) turn.onDelta?.({ tool: null, text: choice.delta.content });
            for (const call of choice.delta?.tool_calls ?? []) {
              if (call.function?.name) tools.set(call.index, call.function.name);
              turn.onDelta?.({ tool: tools.get(call.index) ?? 'tool', text: call.function?.arguments ?? '' });
            }
            streamed += (choice.delta?.content?.length ?? 0) + (choice.delta?.tool_calls ?? []).reduce((n, call) => n + (call.function?.arguments?.length ?? 0), 0) + 1;
          }
        });
        return toReply(await stream.finalChatCompletion(), turn.messages, turn.system, streamed);
      } catch (error) {
        turn.signal.throwIfAborted();
        if (error instanceof ModelFault) throw error;
        // Nothing streamed: refused before any token was made.
        const usage = streamed === 0 ? { inputTokens: 0, outputTokens: 0 } : estimate(turn.messages, turn.system, streamed);
        throw new ModelFault(classifyFault(error, idle.timedOut()), usage);
      } finally {
        idle.release();
      }
    },
    async listModels(signal) {
      try {
        const ids: string[] = [];
        for await (const model of client.models.list({ signal })) ids.push(model.id);
        return ids.sort();
      } catch (error) {
        signal.throwIfAborted();
        throw new ModelFault(classifyFault(error, false), { inputTokens: 0, outputTokens: 0 });
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

function toReply(completion: OpenAI.ChatCompletion, messages: readonly Message[], system: string, streamed: number): Reply {
  const choice = completion.choices[0];
  const usage = completion.usage ? { inputTokens: completion.usage.prompt_tokens, outputTokens: completion.usage.completion_tokens } : estimate(messages, system, streamed);
  const calls = (choice?.message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? [{ id: call.id, name: call.function.name, input: call.function.arguments || '{}' }] : []));
  // Some compatible servers say `stop` although they call tools.
  const stop = STOPS[choice?.finish_reason ?? ''];
  if (!choice || !stop) throw new ModelFault({ kind: 'malformed', retry: true, retryAfterMs: null, message: `The reply ended without a finish reason (${String(choice?.finish_reason)}).` }, usage);
  return { text: choice.message.content ?? '', calls, stop: choice.message.refusal ? 'refusal' : stop === 'end' && calls.length > 0 ? 'tools' : stop, ...usage, model: completion.model };
}
