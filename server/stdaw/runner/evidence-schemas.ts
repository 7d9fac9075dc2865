import { z } from 'zod';
import type { JudgeEvent, RawCoverage } from './types';

/* What comes out of the sandbox is untrusted text: in Test Genesis the tests themselves are. */
const text = (max: number) => z.string().max(max);

/** A list that is refused at its first fault: naming every fault of millions takes more memory than the engine has. */
const listOf = <T>(item: z.ZodType<T>, max = Number.POSITIVE_INFINITY) =>
  z.unknown().transform((value, ctx): T[] => {
    const fault = (message: string): never => {
      ctx.issues.push({ code: 'custom', input: value, message });
      return z.NEVER;
    };
    if (!Array.isArray(value) || value.length > max) return fault('must be a list, and not too long');
    const out: T[] = [];
    for (const one of value) {
      const parsed = item.safeParse(one);
      if (!parsed.success) return fault('an entry is not what it must be');
      out.push(parsed.data);
    }
    return out;
  });

const frameSchema = z.strictObject({ file: text(300), line: z.int(), column: z.int(), fn: text(100) });
const errorSchema = z.strictObject({
  name: text(100),
  message: text(2000),
  expected: text(2000).optional(),
  actual: text(2000).optional(),
  frames: listOf(frameSchema, 40),
  untrusted: z.boolean(),
});
const id = text(600);

export const judgeEventSchema: z.ZodType<JudgeEvent> = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('ready') }),
  z.strictObject({ t: z.literal('load'), ok: z.boolean(), error: errorSchema.optional() }),
  z.strictObject({ t: z.literal('collect'), error: errorSchema }),
  z.strictObject({ t: z.literal('start'), id }),
  z.strictObject({ t: z.literal('ok'), id, ms: z.number() }),
  z.strictObject({ t: z.literal('fail'), id, ms: z.number(), error: errorSchema }),
  z.strictObject({ t: z.literal('dead'), code: z.enum(['SUBJECT_DIED', 'PROTOCOL_VIOLATION', 'OUTPUT_FLOOD']), message: text(2000) }),
  z.strictObject({ t: z.literal('crash'), message: text(2000) }),
  z.strictObject({ t: z.literal('replay'), calls: z.int(), mismatch: z.strictObject({ module: text(300), fn: text(300), args: text(500) }).nullable() }),
  z.strictObject({ t: z.literal('end'), tests: z.int(), calls: z.int(), testsHash: text(64) }),
]);

const offset = z.int().min(0);
const scriptSchema = z.object({
  url: text(300),
  functions: listOf(
    z.object({
      functionName: z.string(),
      ranges: listOf(z.object({ startOffset: offset, endOffset: offset, count: z.int().min(0) })),
      isBlockCoverage: z.boolean(),
    }),
  ),
});
export const rawCoverageSchema: z.ZodType<RawCoverage> = z.object({ import: listOf(scriptSchema), test: listOf(scriptSchema) });
