import path from 'node:path';
import ts from 'typescript';
import type { TextFile } from '../diff/types';
import { parseModule, syntaxError } from '../scope/declarations';
import { checkKeys } from './key-rules';
import { type Finding, ModuleUnderCheck } from './module-under-check';
import { checkNames } from './name-rules';
import { resolveNames } from './resolve-names';
import { checkSyntax } from './syntax-rules';
import { checkText } from './text-rules';

/**
 * The rules for tests an agent wrote. Tests may do things at module level and throw results away, but import nothing beside the kit,
 * the package's source, other tests and JSON, reach no global, and swallow no error.
 */
export function sanitizeTests(files: readonly TextFile[]): Finding[] {
  return files.filter((f) => f.path.endsWith('.ts')).flatMap(({ path: name, text }) => {
    const m = new ModuleUnderCheck(parseModule(name, text), null);
    const broken = syntaxError(m.file);
    if (broken) m.report(m.file.getPositionOfLineAndCharacter(broken.line - 1, 0), 'syntax', broken.message);
    for (const s of m.file.statements) {
      const specifier = ts.isImportDeclaration(s) || ts.isExportDeclaration(s) ? s.moduleSpecifier : undefined;
      if (specifier && ts.isStringLiteral(specifier) && !isAllowed(name, specifier.text)) m.report(specifier, 'import', `Tests may import "@oomrl/kit", ../src, other tests and JSON, not ${m.quote(specifier).slice(1, -1)}.`);
      if (ts.isImportEqualsDeclaration(s) || ts.isExportAssignment(s)) m.report(s, 'non-erasable', 'Use plain imports.');
    }
    checkText(m);
    checkSyntax(m);
    checkNames(m, resolveNames(m.file));
    checkKeys(m);
    return m.findings;
  });
}

function isAllowed(from: string, specifier: string): boolean {
  if (specifier === '@oomrl/kit') return true;
  if (!specifier.startsWith('.')) return false;
  return /^(src|tests|baseline)\//.test(path.posix.join(path.posix.dirname(from), specifier)) && !path.posix.join(path.posix.dirname(from), specifier).startsWith('tests/hidden/');
}
