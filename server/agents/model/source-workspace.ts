import type { AstEdit } from '@/server/contracts/ast-edit';

type Soon<T> = T | Promise<T>;
export type InsertPosition = 'start' | 'end' | number;

/**
 * An agent's working copy of `src/`: read by symbol, changed by typed edits, compared as a diff. Nothing touches a disk, no file is created or
 * removed. Every refusal is an AppError BAD_INPUT whose sentence goes back to the model, and leaves the copy as it was.
 */
export interface SourceWorkspace {
  readonly edits: readonly AstEdit[];
  diff(): string;
  /** Top-level declarations with signatures, one line each. */
  listSymbols(): Soon<string>;
  readFile(path: string): string;
  readSymbol(path: string, symbol: string): Soon<string>;
  replaceFunctionBody(path: string, symbol: string, body: string, why: string): Soon<void>;
  setConstant(path: string, symbol: string, value: string, why: string): Soon<void>;
  insertStatement(path: string, symbol: string, position: InsertPosition, statement: string, why: string): Soon<void>;
  deleteStatement(path: string, symbol: string, statement: string, why: string): Soon<void>;
  addHelper(path: string, code: string, why: string): Soon<void>;
  addImport(path: string, from: string, names: readonly string[], why: string): Soon<void>;
  /** A raw unified diff against the working copy, by STDAW's applier: exact, all or nothing. */
  applyDiff(diff: string, why: string): Soon<void>;
}
