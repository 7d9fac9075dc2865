import ts from 'typescript';
import { MUTATING_METHODS } from './allowed-names';
import { bare, isAssignment, type ModuleUnderCheck, rootOf, walkValues } from './module-under-check';
import type { Binding, Names } from './resolve-names';

/**
 * No state between calls: nothing that lives at module level may be written, not directly, not through an alias, not by a
 * function of the module that changes its argument. (A sleeper that counts calls would pass every test and cheat later.)
 */
export function checkState(m: ModuleUnderCheck, names: Names): void {
  const shared = sharedBindings(m, names);
  const changed = changedParameters(m, names);
  const sharedRoot = (e: ts.Expression): Binding | null => {
    for (const root of possibleRoots(e)) {
      const binding = names.bindingOf.get(root);
      if (binding && shared.has(binding)) return binding;
    }
    return null;
  };
  walkValues(m.file, (n) => {
    const target = writtenObject(n);
    if (target) {
      const direct = ts.isIdentifier(bare(target)) && (isAssignment(n) || isStep(n));
      const binding = direct ? (names.bindingOf.get(bare(target) as ts.Identifier) ?? null) : sharedRoot(target);
      if (binding && (direct ? binding.level === 'module' : true)) m.report(n, 'module-state', `${m.quote(n)} changes "${binding.name}", which outlives the call.`);
    }
    if (ts.isCallExpression(n) && ts.isIdentifier(n.expression)) {
      const callee = names.bindingOf.get(n.expression);
      n.arguments.forEach((arg, i) => {
        const binding = callee && changed.get(callee)?.has(i) ? sharedRoot(arg) : null;
        if (binding) m.report(arg, 'module-state', `"${callee!.name}" changes its argument, and "${binding.name}" outlives the call.`);
      });
    }
  });
}

const isStep = (n: ts.Node): n is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression => (ts.isPrefixUnaryExpression(n) || ts.isPostfixUnaryExpression(n)) && (n.operator === ts.SyntaxKind.PlusPlusToken || n.operator === ts.SyntaxKind.MinusMinusToken);

/** What a node writes to: `x.a = …`, `x[i]++`, `x.push(…)`; null when it writes nothing. */
function writtenObject(n: ts.Node): ts.Expression | null {
  if (isAssignment(n)) return n.left;
  if (isStep(n)) return n.operand;
  if (ts.isCallExpression(n) && ts.isPropertyAccessExpression(n.expression) && MUTATING_METHODS.has(n.expression.name.text)) return n.expression.expression;
  return null;
}

/** Module-level names and local names that stand for (a part of) the same objects. */
function sharedBindings(m: ModuleUnderCheck, names: Names): Set<Binding> {
  const shared = new Set(names.bindings.filter((b) => b.level === 'module'));
  const byDeclaration = new Map<ts.Node, Binding[]>();
  for (const b of names.bindings) {
    const owner = ts.findAncestor(b.declaration, (d) => ts.isVariableDeclaration(d)) ?? b.declaration;
    byDeclaration.set(owner, [...(byDeclaration.get(owner) ?? []), b]);
  }
  for (let grew = true; grew; ) {
    grew = false;
    walkValues(m.file, (n) => {
      if (!ts.isVariableDeclaration(n)) return;
      const loop = n.parent.parent;
      const source = n.initializer ?? (ts.isForOfStatement(loop) ? loop.expression : undefined);
      if (!source || !possibleRoots(source).some((root) => shared.has(names.bindingOf.get(root)!))) return;
      for (const b of byDeclaration.get(n) ?? []) if (!shared.has(b)) grew = Boolean(shared.add(b));
    });
  }
  return shared;
}

/** Identifiers whose object an expression may be (a part of): through members, `??`, `||`, `&&` and `?:`; a call or literal makes a new one. */
function possibleRoots(expression: ts.Expression): ts.Identifier[] {
  const e = bare(expression);
  if (ts.isConditionalExpression(e)) return [...possibleRoots(e.whenTrue), ...possibleRoots(e.whenFalse)];
  if (ts.isBinaryExpression(e) && [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.QuestionQuestionToken].includes(e.operatorToken.kind)) return [...possibleRoots(e.left), ...possibleRoots(e.right)];
  if (ts.isPropertyAccessExpression(e) || ts.isElementAccessExpression(e)) return possibleRoots(e.expression);
  const root = rootOf(e);
  return root ? [root] : [];
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
