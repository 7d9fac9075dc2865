import { blankSourceFile } from 'ts-blank-space';
import ts from 'typescript';
import { stateTrailer } from '@/server/sandbox/module-state';
import { parseModule } from '../scope/declarations';
import { rememberModules } from '../scope/remember';
import type { PackageFile, RunFault } from './types';

/**
 * TypeScript to JavaScript by writing blanks over the types: every position keeps its place, so V8's counters and stack
 * frames are positions of the source and there is no source map to forge. Syntax that cannot be blanked (enum, namespace,
 * parameter properties) or parsed is a fault with its line. `exportState` (strategy modules, not tests) lets the realm freeze
 * what the modules keep.
 */
export function stripTypes(files: readonly PackageFile[], options: { readonly exportState?: boolean } = {}): { code: [path: string, code: string][]; faults: RunFault[] } {
  const stripped = files.map((file) => ({ path: file.path, ...stripModule(file.path, file.text) }));
  return { code: stripped.map(({ path, code, trailer }) => [path, options.exportState ? code + trailer : code]), faults: stripped.flatMap((s) => s.faults) };
}

const stripModule = rememberModules(200, (path, text): { code: string; trailer: string; faults: RunFault[] } => {
  const faults: RunFault[] = [];
  const source = parseModule(path, text);
  const fault = (position: number, message: string): number => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1;
    return faults.push({ code: 'NON_ERASABLE', message: `${path}:${line}: ${message}`, file: path, line });
  };
  for (const diagnostic of syntaxErrors(source)) fault(diagnostic.start, ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '));
  const code = blankSourceFile(source, (node) => fault(node.getStart(source), `${ts.SyntaxKind[node.kind]} is not erasable TypeScript`));
  if (code.length !== text.length) fault(0, 'blanking the types moved the code');
  return { code, trailer: stateTrailer(source), faults };
});

/** The parser keeps its errors on the source file; the public way to them would need a whole program. */
function syntaxErrors(source: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  return (source as ts.SourceFile & { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics ?? [];
}
