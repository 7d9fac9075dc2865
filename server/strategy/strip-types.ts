import { blankSourceFile } from 'ts-blank-space';
import ts from 'typescript';
import { AppError } from '@/server/contracts/errors';
import { stateTrailer } from '@/server/sandbox/module-state';
import type { PackageFile } from './types';

/**
 * TypeScript → JavaScript by blanking types with spaces: every offset, line and column stays, so stack traces point at the
 * source without a map; a last line lets the realm freeze what the module keeps. @throws AppError STRATEGY_FAILED for syntax that does not erase (enum, namespace, parameter properties)
 */
export function stripTypes(file: PackageFile): string {
  let unsupported: string | null = null;
  const source = ts.createSourceFile(file.path, file.text, { languageVersion: ts.ScriptTarget.ES2022, impliedNodeFormat: ts.ModuleKind.ESNext }, false, ts.ScriptKind.TS);
  const code = blankSourceFile(source, (node) => {
    unsupported ??= file.text.slice(node.pos, node.end).trim().slice(0, 60);
  });
  if (unsupported !== null) {
    throw new AppError('STRATEGY_FAILED', `${file.path} uses TypeScript that has run-time meaning ("${unsupported}"); use plain types, functions and classes.`, { file: file.path });
  }
  return code + stateTrailer(source);
}
