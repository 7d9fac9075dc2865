import { z } from 'zod';
import type { PackageFile } from '@/server/strategy/types';
import { askPython } from '../../python/ask-python';

const text = z.string();
/** [text, weight] pairs that describe a place, not yet split into words. */
const texts = z.array(z.tuple([text, z.number()]));
/** Offsets are UTF-16 units of the file's text. */
const place = { path: text, symbol: text, line: z.int(), start: z.int().min(0), end: z.int().min(0) };
const named = z.object({ path: text, name: text });

const surveySchema = z.object({
  literals: z.array(z.object({ ...place, text, value: z.union([z.number(), z.boolean()]), prefix: text, suffix: text, base: z.number(), texts })),
  operators: z.array(z.object({ ...place, text, before: text, after: text, base: z.number(), texts })),
  helpers: z.array(z.object({ path: text, name: text, parameters: z.array(z.object({ name: text, optional: z.boolean() })), returns: text.nullable(), unused: z.boolean(), texts })),
  hosts: z.array(z.object({ ...place, indent: text, unit: text, newline: text, values: z.array(z.object({ text, name: text })), calls: z.array(text) })),
  calls: z.array(z.object({ ...place, before: text, callee: named, arguments: z.array(text) })),
  constants: z.array(named),
  /** 'path#name' of what a run can reach from the entry. */
  reachable: z.array(text),
  /** What each module defines or imports at its top. */
  names: z.record(text, z.array(text)),
});
export type PythonSurvey = z.output<typeof surveySchema>;
export type PythonHelper = PythonSurvey['helpers'][number];

/** The places of a Python package where something may be changed. @throws AppError BAD_INPUT for a module that does not parse, MISSING_PART without isolation */
export const surveyPackage = (sources: readonly PackageFile[], entry: string): Promise<PythonSurvey> =>
  askPython({ op: 'survey', entry, files: sources.filter((f) => f.path.endsWith('.py')).map((f) => [f.path, f.text]) }, surveySchema);
