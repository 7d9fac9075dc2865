import { countAstEdits, countWholeFile } from './count-ast-edits';
import { type Declaration, declarationsOf, parseModule, syntaxError } from './declarations';

/** How the modules of a language are read for the scope of a change. */
export interface ModuleReader {
  readonly extension: '.ts' | '.py';
  syntaxError(path: string, text: string): { message: string; line: number } | null;
  declarations(path: string, text: string): readonly Declaration[];
  /** Size of a change in syntax-tree edits; null = no such file. */
  edits(path: string, before: string | null, after: string | null): number;
}

export const typescriptReader: ModuleReader = {
  extension: '.ts',
  syntaxError: (path, text) => syntaxError(parseModule(path, text)),
  declarations: (path, text) => declarationsOf(parseModule(path, text)),
  edits: (path, before, after) => (before !== null && after !== null ? countAstEdits(path, before, after) : countWholeFile(path, before ?? after ?? '')),
};
