import path from 'node:path';
import ts from 'typescript';
import { MUTATING_METHODS } from './allowed-names';
import { bare, isAssignment, type ModuleUnderCheck, rootOf, walkValues } from './module-under-check';
import type { Binding, Names } from './resolve-names';

/** Which parameters each function of the package changes, by 'src/file.ts#function'. */
export type ChangedParameters = Map<string, Set<number>>;

export const isStep = (n: ts.Node): n is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression => (ts.isPrefixUnaryExpression(n) || ts.isPostfixUnaryExpression(n)) && (n.operator === ts.SyntaxKind.PlusPlusToken || n.operator === ts.SyntaxKind.MinusMinusToken);

/** What a node writes to: `x.a = …`, `[x.a] = …`, `for (x.a of …)`, `x[i]++`, `x.push(…)`. */
export function writtenObjects(n: ts.Node): readonly ts.Expression[] {
  if (isAssignment(n)) return targetsOf(n.left);
  if (isStep(n)) return [n.operand];
  if ((ts.isForOfStatement(n) || ts.isForInStatement(n)) && !ts.isVariableDeclarationList(n.initializer)) return targetsOf(n.initializer);
  if (ts.isCallExpression(n) && ts.isPropertyAccessExpression(n.expression) && MUTATING_METHODS.has(n.expression.name.text)) return [n.expression.expression];
  return [];
}

/** The places an assignment pattern writes to; a pattern looks like a literal. */
export function targetsOf(target: ts.Expression): readonly ts.Expression[] {
  const e = bare(target);
  if (ts.isSpreadElement(e)) return targetsOf(e.expression);
  if (ts.isBinaryExpression(e)) return targetsOf(e.left);
  if (ts.isArrayLiteralExpression(e)) return e.elements.flatMap(targetsOf);
  if (ts.isObjectLiteralExpression(e)) return e.properties.flatMap((p) => (ts.isPropertyAssignment(p) ? targetsOf(p.initializer) : ts.isShorthandPropertyAssignment(p) ? [p.name] : ts.isSpreadAssignment(p) ? targetsOf(p.expression) : []));
  return ts.isOmittedExpression(e) ? [] : [e];
}

/** Key of the package function that a call names, also when it is imported under another name or through a namespace. */
export function calledFunction(m: ModuleUnderCheck, names: Names, call: ts.CallExpression): string | null {
  const callee = bare(call.expression);
  if (ts.isIdentifier(callee)) {
    const binding = names.bindingOf.get(callee);
    return binding ? keyOf(m, binding) : null;
  }
  if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return null;
  const space = names.bindingOf.get(callee.expression);
  return space && ts.isImportDeclaration(space.declaration) && ts.isNamespaceImport(space.id.parent) ? `${importedFile(m, space.declaration)}#${callee.name.text}` : null;
}

function keyOf(m: ModuleUnderCheck, binding: Binding): string {
  if (!ts.isImportDeclaration(binding.declaration)) return `${m.file.fileName}#${binding.name}`;
  const specifier = binding.id.parent;
  const name = ts.isImportSpecifier(specifier) ? (specifier.propertyName ?? specifier.name).text : 'default';
  return `${importedFile(m, binding.declaration)}#${name}`;
}

const importedFile = (m: ModuleUnderCheck, d: ts.ImportDeclaration | ts.ExportDeclaration) => path.posix.join(path.posix.dirname(m.file.fileName), d.moduleSpecifier && ts.isStringLiteral(d.moduleSpecifier) ? d.moduleSpecifier.text : '');

/** Adds what the functions of one module change, themselves or by handing their parameters on. Returns whether anything was new. */
export function collectChanged(m: ModuleUnderCheck, names: Names, changed: ChangedParameters): boolean {
  let grew = false;
  const mark = (root: ts.Identifier | null): void => {
    const binding = root ? names.bindingOf.get(root)?.declaration : undefined;
    // `({ box }) => …`: what belongs to the argument is the argument's.
    const declaration = binding && ts.isBindingElement(binding) ? ts.walkUpBindingElementsAndPatterns(binding) : binding;
    if (!declaration || !ts.isParameter(declaration)) return;
    const owner = declaration.parent;
    const holder = ts.isFunctionDeclaration(owner) ? owner : ts.findAncestor(owner, ts.isVariableDeclaration);
    const fn = names.bindings.find((b) => b.declaration === holder);
    const index = owner.parameters.indexOf(declaration);
    if (!fn) return;
    const key = keyOf(m, fn);
    const known = changed.get(key) ?? new Set();
    if (known.has(index)) return;
    changed.set(key, known.add(index));
    grew = true;
  };
  walkValues(m.file, (n) => {
    // `p = …` only rebinds the parameter's own name.
    for (const target of writtenObjects(n)) if (ts.isCallExpression(n) || !ts.isIdentifier(bare(target))) mark(rootOf(target));
    if (!ts.isCallExpression(n)) return;
    const indices = changed.get(calledFunction(m, names, n) ?? '');
    n.arguments.forEach((arg, i) => {
      if (indices?.has(i)) mark(rootOf(arg));
    });
  });
  for (const [from, to] of reExports(m, changed)) {
    if (changed.has(to) || !changed.has(from)) continue;
    changed.set(to, changed.get(from)!);
    grew = true;
  }
  return grew;
}

/** `export { a as b } from './x.ts'` and `export * from './x.ts'`: the same function under a second key. */
function reExports(m: ModuleUnderCheck, changed: ChangedParameters): [string, string][] {
  return m.file.statements.filter(ts.isExportDeclaration).filter((d) => d.moduleSpecifier).flatMap((d): [string, string][] => {
    const from = importedFile(m, d);
    if (d.exportClause && ts.isNamedExports(d.exportClause)) return d.exportClause.elements.map((e) => [`${from}#${(e.propertyName ?? e.name).text}`, `${m.file.fileName}#${e.name.text}`]);
    return [...changed.keys()].filter((key) => key.startsWith(`${from}#`)).map((key) => [key, `${m.file.fileName}#${key.slice(from.length + 1)}`]);
  });
}
