import { z } from 'zod';

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

/** Text of a strategy, cut: its process may be no longer ours, and what walks a text here must not take long. */
const text = (length: number) => z.string().transform((said) => said.slice(0, length));
const STACK_LENGTH = 4000;
const list = z.custom<readonly unknown[]>(Array.isArray, 'must be a list');

export const helloSchema = z.union([z.object({ problem: text(STACK_LENGTH) }), z.object({ lookbackDays: z.int().min(1).max(1000) })]);

/**
 * The envelope of an answer in JSON: keep, an error, or whatever else `decide` returned, as it is; what is inside is checked by hand
 * (check-decision.ts). A well-formed decision crosses as two columns, since an object with other names every day costs both ends more
 * than the rest of the answer: from TypeScript in bytes (decision-columns.ts), from Python in here.
 */
export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('weights'), names: list, weights: list, memory: z.unknown().optional() }),
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('decision'), decision: z.unknown() }),
  z.object({ kind: z.literal('error'), name: text(80), message: text(2000), stack: text(STACK_LENGTH) }),
]);

/** Collects the one answer that is being waited for ([u32 length][body]). */
export class ReplyReader {
  private held = Buffer.alloc(1 << 12);
  private end = 0;
  private readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The body that `chunk` completes, a view that holds until the next call; null while it is not whole; 'fault' when it is longer than `maxBytes` or more than one. */
  push(chunk: Buffer): Buffer | null | 'fault' {
    const end = this.end + chunk.length;
    if (end > this.held.length) this.held = Buffer.concat([this.held.subarray(0, this.end)], 2 * end);
    chunk.copy(this.held, this.end);
    this.end = end;
    if (end < 4) return null;
    const length = this.held.readUInt32LE(0);
    if (length > this.maxBytes || end > 4 + length) return 'fault';
    if (end < 4 + length) return null;
    this.end = 0;
    return this.held.subarray(4, end);
  }
}
