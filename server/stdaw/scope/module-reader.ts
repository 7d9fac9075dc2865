import ts from 'typescript';
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

const MAX_DEPTH = 250;

/** First syntax error; code nested so deeply that no reader could follow it (and no compiler without its stack overflowing) is one, too. */
function readSyntax(path: string, text: string): { message: string; line: number } | null {
  try {
    const file = parseModule(path, text);
    return syntaxError(file) ?? tooDeep(file);
  } catch (error) {
    if (error instanceof RangeError) return { message: 'it is nested too deeply', line: 1 };
    throw error;
  }
}

/** Walks with a list of its own: the depth of the tree is what is in question. */
function tooDeep(file: ts.SourceFile): { message: string; line: number } | null {
  const waiting: [ts.Node, number][] = [[file, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, depth] = next;
    if (depth > MAX_DEPTH) return { message: `it is nested deeper than ${MAX_DEPTH} levels`, line: file.getLineAndCharacterOfPosition(node.pos).line + 1 };
    ts.forEachChild(node, (child) => {
      waiting.push([child, depth + 1]);
    });
  }
  return null;
}

export const typescriptReader: ModuleReader = {
  extension: '.ts',
  syntaxError: readSyntax,
  declarations: (path, text) => declarationsOf(parseModule(path, text)),
  edits: (path, before, after) => (before !== null && after !== null ? countAstEdits(path, before, after) : countWholeFile(path, before ?? after ?? '')),
};
