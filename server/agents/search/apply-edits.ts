import { posix } from 'node:path';
import { Node, Project, SyntaxKind } from 'ts-morph';
import { AppError } from '@/server/contracts/errors';
import type { PackageFile } from '@/server/strategy/types';
import type { EditCandidate, NeededImport, Splice } from './edit-candidate';

/** True when two edits change no common character (two insertions at one place collide as well). */
export function areCompatible(a: EditCandidate, b: EditCandidate): boolean {
  return a.splices.every((x) => b.splices.every((y) => x.path !== y.path || x.end < y.start || y.end < x.start || (x.end === y.start && x.start !== x.end && y.start !== y.end)));
}

/** Texts by path with the splices of all edits made. @throws AppError BAD_INPUT when edits overlap or name a missing file */
export function spliceAll(sources: readonly PackageFile[], edits: readonly EditCandidate[]): Map<string, string> {
  for (const [i, a] of edits.entries()) {
    for (const b of edits.slice(i + 1)) if (!areCompatible(a, b)) throw new AppError('BAD_INPUT', `Edits of ${a.symbol} and ${b.symbol} in ${a.path} overlap.`);
  }
  const texts = new Map(sources.map((file) => [file.path, file.text]));
  for (const splice of edits.flatMap((e) => e.splices).sort((a, b) => b.start - a.start)) texts.set(splice.path, spliceText(texts, splice));
  return texts;
}

/** A TypeScript package's files with all edits made. @throws AppError BAD_INPUT when edits overlap or name a missing file */
export function applyEdits(sources: readonly PackageFile[], edits: readonly EditCandidate[]): PackageFile[] {
  const texts = spliceAll(sources, edits);
  const needs = edits.flatMap((e) => e.imports);
  for (const path of new Set(needs.map((n) => n.path))) texts.set(path, addImports(textOf(texts, path), path, needs.filter((n) => n.path === path)));
  for (const path of new Set(edits.flatMap((e) => e.splices).map((s) => s.path))) texts.set(path, dropUnusedImports(textOf(texts, path), path));
  return sources.map((file) => ({ path: file.path, text: textOf(texts, file.path) }));
}

/** A name that an edit stopped using must not stay imported: the type gate counts it as dead code. */
function dropUnusedImports(text: string, path: string): string {
  const file = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true }).createSourceFile(`/${path}`, text);
  const used = new Set(file.getStatements().filter((s) => !Node.isImportDeclaration(s)).flatMap((s) => s.getDescendantsOfKind(SyntaxKind.Identifier).map((id) => id.getText())));
  for (const declaration of file.getImportDeclarations()) {
    const named = declaration.getNamedImports();
    const unused = named.filter((n) => !used.has(n.getAliasNode()?.getText() ?? n.getName()));
    if (unused.length === 0) continue;
    if (unused.length === named.length && !declaration.getDefaultImport() && !declaration.getNamespaceImport()) declaration.remove();
    else for (const specifier of unused) specifier.remove();
  }
  return file.getFullText();
}

function textOf(texts: ReadonlyMap<string, string>, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new AppError('BAD_INPUT', `An edit names ${path}, which the package does not have.`);
  return text;
}

function spliceText(texts: ReadonlyMap<string, string>, splice: Splice): string {
  const text = textOf(texts, splice.path);
  return text.slice(0, splice.start) + splice.text + text.slice(splice.end);
}

/** Adds names to an existing import of the same file, or a new import after the last one, in the file's own style. */
function addImports(text: string, path: string, needs: readonly NeededImport[]): string {
  const file = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true }).createSourceFile(`/${path}`, text);
  for (const need of needs) {
    let specifier = posix.relative(posix.dirname(path), need.from);
    if (!specifier.startsWith('.')) specifier = `./${specifier}`;
    const bare = specifier.replace(/\.ts$/, '');
    const same = file.getImportDeclarations().filter((d) => d.getModuleSpecifierValue().replace(/\.(ts|js)$/, '') === bare && !d.isTypeOnly());
    if (same.some((d) => d.getNamedImports().some((n) => n.getName() === need.name))) continue;
    if (same[0]) {
      same[0].addNamedImport(need.name);
      continue;
    }
    const imports = file.getStatements().filter(Node.isImportDeclaration);
    const relative = imports.find((d) => d.getModuleSpecifierValue().startsWith('.'));
    const withExtension = relative ? relative.getModuleSpecifierValue().endsWith('.ts') : true;
    const quote = imports[0]?.getModuleSpecifier().getText()[0] ?? "'";
    const line = `import { ${need.name} } from ${quote}${withExtension ? specifier : bare}${quote};`;
    file.insertStatements(imports.length > 0 ? imports.at(-1)!.getChildIndex() + 1 : 0, line);
  }
  return file.getFullText();
}
