import { z } from 'zod';
import type { JsonValue } from './contract';
import { type DayBars, VIEW_FIELDS } from './types';

/** Frame types of the pipe to the strategy process; the same numbers stand in subject-driver.cjs. */
export const FRAME = { INIT: 1, BARS: 2, ASK: 3 } as const;
const HEADER = 5;

/** [u32 length][u8 type][JSON]. */
export function jsonFrame(type: number, value: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(value), 'utf8');
  const frame = Buffer.allocUnsafe(HEADER + body.length);
  frame.writeUInt32LE(body.length, 0);
  frame[4] = type;
  body.copy(frame, HEADER);
  return frame;
}

/** One row as raw float64 (host byte order; both ends are one machine) and a byte per symbol. `pick`: symbols to send, null = all. */
export function barsFrame(bars: DayBars, count: number, pick: Int32Array | null): Buffer {
  const length = VIEW_FIELDS.length * count * 8 + count;
  const frame = Buffer.allocUnsafe(HEADER + length);
  frame.writeUInt32LE(length, 0);
  frame[4] = FRAME.BARS;
  const row = new Float64Array(VIEW_FIELDS.length * count);
  VIEW_FIELDS.forEach((name, f) => {
    const values = bars.fields[name];
    if (pick === null) row.set(values, f * count);
    else for (let i = 0; i < count; i++) row[f * count + i] = values[pick[i]!]!;
  });
  frame.set(new Uint8Array(row.buffer), HEADER);
  const flags = HEADER + row.byteLength;
  for (let i = 0; i < count; i++) frame[flags + i] = bars.tradable[pick === null ? i : pick[i]!]!;
  return frame;
}

const jsonValue: z.ZodType<JsonValue> = z.lazy(() => z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(jsonValue), z.record(z.string(), jsonValue)]));

const failureSchema = z.object({ name: z.string(), message: z.string(), stack: z.string() });
const decisionSchema = z.object({
  // JSON turns NaN and Infinity into null: the message names what the author did.
  weights: z.record(z.string(), z.number({ error: 'must be a finite number' })),
  memory: jsonValue.optional(),
});

export const helloSchema = z.union([z.object({ problem: z.string() }), z.object({ lookbackDays: z.int().min(1).max(1000) })]);
export const answerSchema = z.union([z.object({ e: failureSchema }), z.object({ d: z.unknown() })]);
export { decisionSchema };

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
