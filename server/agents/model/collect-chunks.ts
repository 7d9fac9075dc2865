import { z } from 'zod';
import type { Delta } from '../live-turn';
import { readCount } from './read-count';
import type { ToolCall } from './types';

const text = z.string().nullish().catch(null);
const callSchema = z.object({
  index: z.number().int().nullish().catch(null),
  id: text,
  function: z.object({ name: text, arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish().catch(null) }).nullish().catch(null),
});
/** What is read of a chunk. Compatible servers leave out or null what OpenAI always sends, so nothing here is required. */
const chunkSchema = z.object({
  object: text,
  model: text,
  message: text,
  choices: z
    .array(
      z.object({
        index: z.number().nullish().catch(null),
        finish_reason: text,
        delta: z.object({ content: text, refusal: text, reasoning_content: text, reasoning: text, tool_calls: z.array(callSchema).nullish().catch(null) }).nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
  usage: z.object({ prompt_tokens: z.unknown(), completion_tokens: z.unknown() }).nullish().catch(null),
});

interface Slot {
  id: string;
  name: string;
  input: string;
}

export interface Collected {
  readonly text: string;
  readonly refused: boolean;
  readonly calls: readonly ToolCall[];
  readonly finishReason: string | null;
  /** As the server counted; null when it did not. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  readonly model: string | null;
}

/**
 * Puts a streamed chat completion together, also from servers that speak the form with gaps: tool calls without index (Ollama before
 * 0.4.7, Gemini), with index 0 for each (ollama/ollama#15457), beginning at 1 (litellm), without id (continuedev/continue#13225), whole
 * in one chunk; a last chunk whose choices are null (vLLM); reasoning beside the text; no usage.
 */
export class ChunkCollector {
  #text = '';
  #refused = false;
  #finish: string | null = null;
  #usage: Collected['usage'] = null;
  #model: string | null = null;
  readonly #slots: Slot[] = [];
  readonly #byIndex = new Map<number, Slot>();
  /** Characters that were made, reasoning included: what a call is booked by when the server counts nothing. */
  streamed = 0;

  /** Takes one chunk; returns what it adds, for the screen. @throws Error when the chunk is a server's error object */
  add(value: unknown): Delta[] {
    const chunk = chunkSchema.parse(value);
    if (chunk.object === 'error') throw new Error(`The server sent an error in its stream: ${chunk.message ?? 'without words'}`);
    this.#model = chunk.model ?? this.#model;
    const [inputTokens, outputTokens] = [readCount(chunk.usage?.prompt_tokens), readCount(chunk.usage?.completion_tokens)];
    // Words without a token, or a prompt without one, were not counted.
    if (inputTokens && outputTokens !== null && (outputTokens > 0 || this.streamed === 0)) this.#usage = { inputTokens, outputTokens };
    const deltas: Delta[] = [];
    for (const { index, finish_reason, delta } of chunk.choices ?? []) {
      if ((index ?? 0) !== 0) continue;
      this.#finish = finish_reason || this.#finish;
      this.streamed += 1 + (delta?.content?.length ?? 0) + (delta?.reasoning_content ?? delta?.reasoning ?? '').length;
      if (delta?.refusal) this.#refused = true;
      if (delta?.content) {
        this.#text += delta.content;
        deltas.push({ tool: null, text: delta.content });
      }
      for (const call of delta?.tool_calls ?? []) {
        const slot = this.#slotOf(call);
        slot.id ||= call.id ?? '';
        slot.name ||= call.function?.name ?? '';
        const given = call.function?.arguments ?? '';
        const part = typeof given === 'string' ? given : JSON.stringify(given);
        slot.input += part;
        this.streamed += part.length;
        deltas.push({ tool: slot.name || 'tool', text: part });
      }
    }
    return deltas;
  }

  /** The call that a delta belongs to: by its id, by its index, or the last one; a new one where it brings a name and the one there is whole. */
  #slotOf({ index, id, function: called }: z.output<typeof callSchema>): Slot {
    const known = id ? this.#slots.find((s) => s.id === id) : undefined;
    const named = Boolean(called?.name);
    const at = typeof index === 'number' ? this.#byIndex.get(index) : undefined;
    // One id under two places is a server that does not tell its calls apart, where the second brings a name of its own.
    if (known && !(named && typeof index === 'number' && at !== known)) return known;
    const there = typeof index === 'number' ? at : named || id ? undefined : this.#slots.at(-1);
    const another = there !== undefined && named && there.name !== '' && (id ? there.id !== '' : isWhole(there.input));
    if (there && !another) return there;
    const slot: Slot = { id: '', name: '', input: '' };
    this.#slots.push(slot);
    if (typeof index === 'number') this.#byIndex.set(index, slot);
    return slot;
  }

  finish(): Collected {
    const given = new Set(this.#slots.map((s) => s.id));
    const idFor = (n: number): string => (given.has(`call_${n}`) ? idFor(n + this.#slots.length) : `call_${n}`);
    const calls = this.#slots.map(({ id, name, input }, n) => ({ id: id || idFor(n), name, input: input || '{}' }));
    return { text: this.#text, refused: this.#refused, calls, finishReason: this.#finish, usage: this.#usage, model: this.#model };
  }
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
