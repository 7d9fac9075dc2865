import { z } from 'zod';
import type { JsonValue } from './contract';

/** Frame types of the pipe to the strategy process; the same numbers stand in subject-driver.cjs and strategy_driver.py. */
export const FRAME = { INIT: 1, PAST: 2, TODAY: 3 } as const;
/** [u32 bytes that follow][u32 type]: a multiple of 8, so that the doubles behind it are aligned. */
export const HEADER_BYTES = 8;

/** A frame of JSON. */
export function jsonFrame(type: number, value: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(value), 'utf8');
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32LE(body.length, 0);
  frame.writeUInt32LE(type, 4);
  body.copy(frame, HEADER_BYTES);
  return frame;
}

const jsonValue: z.ZodType<JsonValue> = z.lazy(() => z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(jsonValue), z.record(z.string(), jsonValue)]));

/** A decision as the strategy returned it. */
export const decisionSchema = z.object({
  // JSON turns NaN and Infinity into null: the message names what the author did.
  weights: z.record(z.string(), z.number({ error: 'must be a finite number' })),
  memory: jsonValue.optional(),
});

export const helloSchema = z.union([z.object({ problem: z.string() }), z.object({ lookbackDays: z.int().min(1).max(1000) })]);

/**
 * An answer: weights as two columns (every decision that is well-formed), keep, an error, or whatever else `decide` returned, as it is.
 * Columns, because an object with other names every day costs both ends more than the rest of the answer.
 */
export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('weights'), names: z.array(z.string()), weights: z.array(z.number()), memory: jsonValue.optional() }),
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('decision'), decision: z.unknown() }),
  z.object({ kind: z.literal('error'), name: z.string(), message: z.string(), stack: z.string() }),
]);
export type Answer = z.output<typeof answerSchema>;

/** Splits the reply stream into whole messages ([u32 length][JSON]). A length beyond `maxBytes` is a fault of the process. */
export class ReplyReader {
  private chunks: Buffer[] = [];
  private held = 0;
  private readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Whole messages completed by `chunk`; null when the process broke the protocol. */
  push(chunk: Buffer): string[] | null {
    this.chunks.push(chunk);
    this.held += chunk.length;
    const messages: string[] = [];
    while (this.held >= 4) {
      const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
      this.chunks = [all];
      const length = all.readUInt32LE(0);
      if (length > this.maxBytes) return null;
      if (this.held < 4 + length) break;
      messages.push(all.toString('utf8', 4, 4 + length));
      this.chunks = [all.subarray(4 + length)];
      this.held -= 4 + length;
    }
    return messages;
  }
}
