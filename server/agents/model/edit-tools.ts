import { z } from 'zod';
import { AppError, explainIssues } from '@/server/contracts/errors';
import type { PackageManifest } from '@/server/strategy/package-manifest';
import type { SourceWorkspace } from './source-workspace';
import type { ToolCall, ToolResult, ToolSpec } from './types';

export type Language = PackageManifest['language'];

/** What the tools say of a language: its paths, its symbols, its imports. */
const WORDS = {
  typescript: {
    path: 'src/schedule.ts', symbol: 'Top-level declaration, or Class.method', count: '0-based', helper: 'a function, constant or type',
    imports: 'Imports names from another file of the package (relative, with .ts).', from: z.string().regex(/^\.\.?\/[\w./-]+$/, 'must be a relative path'), name: /^[A-Za-z_$][\w$]*$/, names: 1,
  },
  python: {
    path: 'src/schedule.py', symbol: 'Top-level declaration, Class.method, or outer.inner of a nested function', count: '0-based, a docstring not counted', helper: 'a function, class or constant',
    imports: 'Imports names: from another file of the package (.schedule for src/schedule.py) or from a module of the standard library; without names, `import module`.', from: z.string().regex(/^\.?[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/, 'must be .file of the package or the name of a module'), name: /^[A-Za-z_]\w*$/, names: 0,
  },
} as const;

const code = z.string().min(1).max(20_000);
const why = z.string().min(1).max(500).describe('Which words of the mandate or which gradient this answers');

interface Tool<S extends z.ZodType> {
  readonly description: string;
  readonly input: S;
  run(workspace: SourceWorkspace, input: z.output<S>): string | Promise<string>;
}
const tool = <S extends z.ZodType>(description: string, input: S, run: Tool<S>['run']): Tool<z.ZodType> => ({ description, input, run: (w, i) => run(w, i as z.output<S>) });
/** A tool that changes the working copy and has nothing else to say. */
const edit = <S extends z.ZodType>(description: string, input: S, run: (workspace: SourceWorkspace, input: z.output<S>) => void | Promise<void>): Tool<z.ZodType> =>
  tool(description, input, async (workspace, i) => {
    await run(workspace, i);
    return 'Done. show_diff shows the patch so far.';
  });

/** The last tool of an attempt: its gradient comes back in the next one. */
export const VERIFY_TOOL = 'verify';
export const verifyInput = z.strictObject({ rationale: z.string().min(1).max(4000).describe('What was changed and why, for the reviewer') });

function toolsOf(language: Language): Readonly<Record<string, Tool<z.ZodType>>> {
  const words = WORDS[language];
  const path = z.string().min(1).max(200).describe(`File inside the package, e.g. ${words.path}`);
  const symbol = z.string().min(1).max(200).describe(words.symbol);
  return {
    list_symbols: tool('All files and top-level declarations with signatures.', z.strictObject({}), (w) => w.listSymbols()),
    read_symbol: tool('Source of one declaration.', z.strictObject({ path, symbol }), (w, i) => w.readSymbol(i.path, i.symbol)),
    read_file: tool('Source of one file.', z.strictObject({ path }), (w, i) => w.readFile(i.path)),
    set_constant: edit('Gives a constant another initialiser.', z.strictObject({ path, symbol, value: z.string().min(1).max(500), why }), (w, i) => w.setConstant(i.path, i.symbol, i.value, i.why)),
    replace_function_body: edit('Replaces the statements of a function; its signature stays.', z.strictObject({ path, symbol, body: code, why }), (w, i) => w.replaceFunctionBody(i.path, i.symbol, i.body, i.why)),
    insert_statement: edit(`Inserts a statement into a function: at the start, the end, or before the n-th statement (${words.count}).`, z.strictObject({ path, symbol, position: z.union([z.enum(['start', 'end']), z.int().min(0).max(500)]), statement: code, why }), (w, i) => w.insertStatement(i.path, i.symbol, i.position, i.statement, i.why)),
    delete_statement: edit('Deletes the one statement of a function that has exactly this text.', z.strictObject({ path, symbol, statement: code, why }), (w, i) => w.deleteStatement(i.path, i.symbol, i.statement, i.why)),
    add_helper: edit(`Adds ${words.helper} at the end of a file.`, z.strictObject({ path, code, why }), (w, i) => w.addHelper(i.path, i.code, i.why)),
    add_import: edit(words.imports, z.strictObject({ path, from: words.from, names: z.array(z.string().regex(words.name)).min(words.names).max(20), why }), (w, i) => w.addImport(i.path, i.from, i.names, i.why)),
    apply_diff: edit('Applies a unified diff to the working copy: context must match exactly; all or nothing.', z.strictObject({ diff: z.string().min(1).max(200_000), why }), (w, i) => w.applyDiff(i.diff, i.why)),
    show_diff: tool('The patch so far as a unified diff.', z.strictObject({}), (w) => w.diff() || 'Nothing has been changed yet.'),
  };
}

const TOOLS = { typescript: toolsOf('typescript'), python: toolsOf('python') };

/** Tool list for the wire, in a fixed order so that prompt caches hit. */
export const TOOL_SPECS: Readonly<Record<Language, readonly ToolSpec[]>> = { typescript: specsOf('typescript'), python: specsOf('python') };

function specsOf(language: Language): ToolSpec[] {
  return [
    ...Object.entries(TOOLS[language]).map(([name, t]) => ({ name, description: t.description, schema: jsonSchema(t.input) })),
    { name: VERIFY_TOOL, description: 'Hands the patch in: STDAW verifies it. Call it once, last, when the patch is complete.', schema: jsonSchema(verifyInput) },
  ];
}

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

/** Runs one tool call: JSON, then schema, then the edit. What is wrong goes back to the model as an error, never further. */
export async function runTool(language: Language, workspace: SourceWorkspace, call: ToolCall): Promise<ToolResult> {
  const answer = (text: string, isError: boolean): ToolResult => ({ id: call.id, text, isError });
  const tools = TOOLS[language];
  const found = Object.hasOwn(tools, call.name) ? tools[call.name] : undefined;
  if (!found) return answer(`There is no tool ${call.name}.`, true);
  const parsed = parseInput(found.input, call);
  if (!parsed.ok) return answer(parsed.message, true);
  try {
    return answer((await found.run(workspace, parsed.input)).slice(0, 30_000), false);
  } catch (error) {
    if (error instanceof AppError) return answer(error.message, true);
    return answer(`That edit is not possible: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`, true);
  }
}

/** JSON text of a call against a schema. */
export function parseInput<S extends z.ZodType>(schema: S, call: ToolCall): { ok: true; input: z.output<S> } | { ok: false; message: string } {
  let value: unknown;
  try {
    value = JSON.parse(call.input || '{}');
  } catch (error) {
    return { ok: false, message: `The input of ${call.name} is not JSON: ${error instanceof Error ? error.message : String(error)}. Send it again.` };
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, message: explainIssues(parsed.error, `input of ${call.name}`) };
}
