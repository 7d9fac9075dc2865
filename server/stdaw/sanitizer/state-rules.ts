import ts from 'typescript';
import { MUTATING_METHODS } from './allowed-names';
import { bare, isAssignment, type ModuleUnderCheck, rootOf, walkValues } from './module-under-check';
import type { Binding, Names } from './resolve-names';
import { SharedObjects } from './shared-objects';

/**
 * No state between calls: nothing that lives at module level may be written, not directly, not through an alias, not by a
 * function of the module that changes its argument. (A sleeper that counts calls would pass every test and cheat later.)
 */
export function checkState(m: ModuleUnderCheck, names: Names): void {
  const shared = new SharedObjects(m, names);
  const changed = changedParameters(m, names);
  walkValues(m.file, (n) => {
    const target = writtenObject(n);
    if (target) {
      const name = bare(target);
      // `x = …` rebinds the name itself; everything else changes the object behind it.
      const rebound = ts.isIdentifier(name) && !ts.isCallExpression(n) ? names.bindingOf.get(name) : undefined;
      const binding = rebound === undefined ? (moduleRoot(target, names) ?? shared.origin(isMember(name) && !ts.isCallExpression(n) ? name.expression : name)) : rebound?.level === 'module' ? rebound : null;
      if (binding) m.report(n, 'module-state', `${m.quote(n)} changes "${binding.name}", which outlives the call.`);
    }
    if (ts.isCallExpression(n) && ts.isIdentifier(n.expression)) {
      const callee = names.bindingOf.get(n.expression);
      n.arguments.forEach((arg, i) => {
        const binding = callee && changed.get(callee)?.has(i) ? shared.origin(arg) : null;
        if (binding) m.report(arg, 'module-state', `"${callee!.name}" changes its argument, and "${binding.name}" outlives the call.`);
      });
    }
  });
}

const isMember = (e: ts.Expression): e is ts.PropertyAccessExpression | ts.ElementAccessExpression => ts.isPropertyAccessExpression(e) || ts.isElementAccessExpression(e);

/** The module-level name at the bottom of `a.b[c].d`, whatever its type says. */
function moduleRoot(target: ts.Expression, names: Names): Binding | null {
  const root = rootOf(target);
  const binding = root ? names.bindingOf.get(root) : null;
  return binding?.level === 'module' ? binding : null;
}

const isStep = (n: ts.Node): n is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression => (ts.isPrefixUnaryExpression(n) || ts.isPostfixUnaryExpression(n)) && (n.operator === ts.SyntaxKind.PlusPlusToken || n.operator === ts.SyntaxKind.MinusMinusToken);

/** What a node writes to: `x.a = …`, `x[i]++`, `x.push(…)`; null when it writes nothing. */
function writtenObject(n: ts.Node): ts.Expression | null {
  if (isAssignment(n)) return n.left;
  if (isStep(n)) return n.operand;
  if (ts.isCallExpression(n) && ts.isPropertyAccessExpression(n.expression) && MUTATING_METHODS.has(n.expression.name.text)) return n.expression.expression;
  return null;
}

/** Per function of the module: positions of the parameters it changes, itself or by handing them on. */
function changedParameters(m: ModuleUnderCheck, names: Names): Map<Binding, Set<number>> {
  const changed = new Map<Binding, Set<number>>();
  const parameterOf = (root: ts.Identifier | null): { fn: Binding; index: number } | null => {
    const declaration = root ? names.bindingOf.get(root)?.declaration : undefined;
    if (!declaration || !ts.isParameter(declaration)) return null;
    const owner = declaration.parent;
    const holder = ts.isFunctionDeclaration(owner) ? owner : owner.parent;
    const fn = names.bindings.find((b) => b.declaration === holder);
    return fn ? { fn, index: owner.parameters.indexOf(declaration) } : null;
  };
  const mark = (at: { fn: Binding; index: number } | null): boolean => {
    if (!at || changed.get(at.fn)?.has(at.index)) return false;
    changed.set(at.fn, (changed.get(at.fn) ?? new Set()).add(at.index));
    return true;
  };
  for (let grew = true; grew; ) {
    grew = false;
    walkValues(m.file, (n) => {
      const target = writtenObject(n);
      if (target && !ts.isIdentifier(bare(target)) && mark(parameterOf(rootOf(target)))) grew = true;
      if (target && ts.isCallExpression(n) && mark(parameterOf(rootOf(target)))) grew = true;
      if (!ts.isCallExpression(n) || !ts.isIdentifier(n.expression)) return;
      const callee = names.bindingOf.get(n.expression);
      n.arguments.forEach((arg, i) => {
        if (callee && changed.get(callee)?.has(i) && mark(parameterOf(rootOf(arg)))) grew = true;
      });
    });
  }
  return changed;
}
