import { z } from 'zod';
import { type AstEdit, astEditSchema } from '@/server/contracts/ast-edit';
import { AppError } from '@/server/contracts/errors';
import { makeUnifiedDiff } from '@/server/stdaw';
import type { PackageFile } from '@/server/strategy/types';
import { askPython } from '../python/ask-python';
import { applyToCopy } from './apply-to-copy';
import type { InsertPosition, SourceWorkspace } from './source-workspace';

const listed = z.array(z.object({ path: z.string(), lines: z.array(z.string()) }));
const edited = z.object({ text: z.string(), symbol: z.string(), line: z.int(), before: z.string(), after: z.string() });
const compared = z.array(z.object({ path: z.string(), edits: z.array(z.object({ kind: astEditSchema.shape.kind, symbol: z.string(), line: z.int(), before: z.string(), after: z.string() })) }));
const short = (value: string): string => value.replace(/\s+/g, ' ').trim().slice(0, 400);
type PythonTool = 'replace_function_body' | 'set_constant' | 'insert_statement' | 'delete_statement' | 'add_helper' | 'add_import';

/** The working copy of a Python package: Python's own parser places every edit (agents/python), so the result parses or nothing is changed. */
export class PythonWorkspace implements SourceWorkspace {
  readonly #base: readonly PackageFile[];
  readonly #texts: Map<string, string>;
  readonly #edits: AstEdit[] = [];

  constructor(sources: readonly PackageFile[]) {
    this.#base = sources;
    this.#texts = new Map(sources.map((f) => [f.path, f.text]));
  }

  get edits(): readonly AstEdit[] {
    return this.#edits;
  }

  files(): PackageFile[] {
    return this.#base.map(({ path }) => ({ path, text: this.readFile(path) }));
  }

  diff(): string {
    return makeUnifiedDiff(this.#base, this.files());
  }

  async listSymbols(): Promise<string> {
    const modules = await askPython({ op: 'list', files: [...this.#texts] }, listed);
    return modules.map(({ path, lines }) => `${path}\n${lines.map((line) => `  ${line}`).join('\n')}`).join('\n');
  }

  readFile(path: string): string {
    const text = this.#texts.get(path);
    if (text === undefined) throw new AppError('BAD_INPUT', `The package has no file ${path}; list_symbols shows the files.`);
    return text;
  }

  readSymbol(path: string, symbol: string): Promise<string> {
    return askPython({ op: 'read', path, text: this.readFile(path), symbol }, z.string());
  }

  replaceFunctionBody(path: string, symbol: string, body: string, why: string): Promise<void> {
    return this.#edit('replace_function_body', path, { symbol, body }, why);
  }

  setConstant(path: string, symbol: string, value: string, why: string): Promise<void> {
    return this.#edit('set_constant', path, { symbol, value }, why);
  }

  insertStatement(path: string, symbol: string, position: InsertPosition, statement: string, why: string): Promise<void> {
    return this.#edit('insert_statement', path, { symbol, position, statement }, why);
  }

  deleteStatement(path: string, symbol: string, statement: string, why: string): Promise<void> {
    return this.#edit('delete_statement', path, { symbol, statement }, why);
  }

  addHelper(path: string, code: string, why: string): Promise<void> {
    return this.#edit('add_helper', path, { code }, why);
  }

  addImport(path: string, from: string, names: readonly string[], why: string): Promise<void> {
    const dots = from.length - from.replace(/^\.+/, '').length;
    const target = `${path.split('/').slice(0, -1).join('/')}/${from.slice(dots).replaceAll('.', '/')}.py`;
    if (dots === 1 && !this.#texts.has(target)) throw new AppError('BAD_INPUT', `from: the package has no ${target}; list_symbols shows the files.`);
    return this.#edit('add_import', path, { from, names }, why);
  }

  /** The refusal names the first diverging line, or the line that does not parse. */
  async applyDiff(diff: string, why: string): Promise<void> {
    const pairs = applyToCopy(this.files(), diff);
    const modules = await askPython({ op: 'compare', pairs: pairs.map((p) => [p.path, p.before, p.after]) }, compared);
    for (const { path, after } of pairs) this.#texts.set(path, after);
    for (const { path, edits } of modules) for (const edit of edits) this.#edits.push({ ...edit, path, why });
  }

  async #edit(kind: PythonTool, path: string, args: Record<string, unknown>, why: string): Promise<void> {
    const { text, symbol, line, before, after } = await askPython({ op: 'edit', tool: kind, path, text: this.readFile(path), args }, edited);
    this.#texts.set(path, text);
    this.#edits.push({ kind: kind === 'add_import' ? 'change_declaration' : kind, path, symbol, line, before: short(before), after: short(after), why });
  }
}
