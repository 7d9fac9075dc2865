import { z } from 'zod';

const text = (max: number) => z.string().max(max);
const place = { line: z.int(), column: z.int() };

/** A statement, branch or function that coverage counts. Its number is its position in the list. */
const pointSchema = z.object({ kind: z.enum(['statement', 'branch', 'function']), ...place, top: z.boolean(), what: text(300) });
const declarationSchema = z.object({ name: text(600), kind: z.enum(['function', 'class', 'method', 'variable', 'import', 'statement']), tokens: z.string(), line: z.int(), endLine: z.int(), binds: z.array(text(600)).optional() });
const findingSchema = z.object({ path: text(300), ...place, rule: text(40), astPath: text(2000), message: text(400) });
const moduleSchema = z.object({
  path: text(300),
  syntax: z.object({ line: z.int(), message: text(400) }).nullable(),
  points: z.array(pointSchema),
  throwPoints: z.array(z.object({ start: z.int(), end: z.int(), line: z.int() })),
  mutants: z.array(z.object({ start: z.int(), end: z.int(), text: z.string(), line: z.int(), kind: z.enum(['operator', 'number', 'condition', 'negation', 'removal', 'call']), before: z.string() })),
  /** Names nothing defines, and imports that do not resolve. */
  unresolved: z.array(z.object({ ...place, message: text(400) })),
  findings: z.array(findingSchema),
});

/** What the reader process says about a package (read_package.py). */
export const readingSchema = z.object({
  python: text(20),
  /** Time of the forbidden patterns, of the names and of the rules for tests. */
  ms: z.object({ patterns: z.number().min(0), names: z.number().min(0), tests: z.number().min(0) }),
  modules: z.array(moduleSchema),
  plan: z.object({ ids: z.array(text(2000)), problems: z.array(z.object({ file: text(300), line: z.int(), message: text(1000) })) }),
  /** What the rules for agent-written tests say, per test file. */
  tests: z.array(z.object({ path: text(300), findings: z.array(findingSchema) })),
  changes: z.array(z.object({ path: text(300), edits: z.int(), before: z.array(declarationSchema), after: z.array(declarationSchema) })),
});
export type PythonReading = z.output<typeof readingSchema>;
export type CoveragePoint = z.output<typeof pointSchema>;
