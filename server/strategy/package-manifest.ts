import { z } from 'zod';
import type { JsonValue } from './contract';

const jsonValue: z.ZodType<JsonValue> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(jsonValue), z.record(z.string(), jsonValue)]),
);

/** `strategy.json` (DESIGN §5.1). */
export const packageManifestSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'a name of small letters, digits and hyphens, at most 63 characters'),
  title: z.string().min(1).max(120).optional(),
  language: z.enum(['typescript', 'python']),
  entry: z.string().regex(/^src\/[A-Za-z0-9_./-]+\.(ts|py)$/, 'a .ts or .py file under src/').refine((p) => !p.includes('..'), 'must stay inside src/'),
  contract: z.literal(1),
  /** Symbols the strategy wants, or 'all' of the market. */
  universe: z.union([z.literal('all'), z.array(z.string().min(1).max(32)).min(1).max(10_000)]),
  benchmark: z.string().min(1).max(32).nullable(),
  parameters: z.record(z.string().min(1).max(64), jsonValue),
  /** Percent of statements, branches, functions and lines the package owner asks for; STDAW never goes below 95. */
  coverage: z.number().min(95).max(100).optional(),
  /** The part of small changes on changed lines that tests may fail to notice before a proposal is refused; default 0.5. */
  survivors: z.number().min(0).max(1).optional(),
  /** Declarations no patch may change, as 'src/file.ts#name' (verified mathematics, e.g. risk management). */
  frozen: z.array(z.string().regex(/^src\/[^#]+#[A-Za-z_$][\w$]*$/)).max(500).default([]),
});

export type PackageManifest = z.output<typeof packageManifestSchema>;
