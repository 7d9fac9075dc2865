import ts from 'typescript';
import { bare, isAssignment, type ModuleUnderCheck, walkValues } from './module-under-check';
import type { Binding, Names } from './resolve-names';

/** Methods whose result is (a part of) their object. */
const ELEMENT_METHODS: ReadonlySet<string> = new Set(['at', 'find', 'findLast', 'get', 'pop', 'shift', 'values', 'entries', 'filter', 'slice', 'concat', 'flat', 'reverse', 'sort', 'splice', 'fill', 'toSorted', 'toReversed']);
const PRIMITIVE = ts.TypeFlags.NumberLike | ts.TypeFlags.StringLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.Null | ts.TypeFlags.Undefined;

/** Which expressions may be (a part of) an object that lives at module level, under whatever name. Over-approximates. */
export class SharedObjects {
  private readonly shared: Set<Binding>;
  private readonly returning = new Set<Binding>();
  private readonly m: ModuleUnderCheck;
  private readonly names: Names;

  constructor(m: ModuleUnderCheck, names: Names) {
    this.m = m;
    this.names = names;
    this.shared = new Set(names.bindings.filter((b) => b.level === 'module' && !this.isPrimitive(b)));
    for (let size = -1; size !== this.size(); ) {
      size = this.size();
      walkValues(m.file, (n) => this.follow(n));
    }
  }

  /** The module-level object that `expression` may be or belong to; null = none. */
  origin(expression: ts.Expression): Binding | null {
    const e = bare(expression);
    if (this.m.checker && everyType(this.m.checker.getTypeAtLocation(e), (t) => (t.flags & PRIMITIVE) !== 0)) return null;
    const first = (parts: readonly ts.Expression[]) => parts.reduce<Binding | null>((found, part) => found ?? this.origin(part), null);
    if (ts.isIdentifier(e)) {
      const binding = this.names.bindingOf.get(e);
      return binding && this.shared.has(binding) ? binding : null;
    }
    if (ts.isPropertyAccessExpression(e) || ts.isElementAccessExpression(e)) return this.origin(e.expression);
    if (ts.isConditionalExpression(e)) return first([e.whenTrue, e.whenFalse]);
    if (isAssignment(e)) return this.origin(e.right);
    if (ts.isBinaryExpression(e)) return first([e.left, e.right]);
    // Without types a member inside a literal is taken for a number, which it nearly always is.
    const held = (x: ts.Expression) => this.m.checker !== null || ts.isIdentifier(bare(x));
    if (ts.isArrayLiteralExpression(e)) return first(e.elements.filter(held));
    if (ts.isObjectLiteralExpression(e)) return first(e.properties.flatMap((p) => (ts.isPropertyAssignment(p) ? [p.initializer] : ts.isShorthandPropertyAssignment(p) ? [p.name] : [])).filter(held));
    return ts.isCallExpression(e) ? this.originOfCall(e) : null;
  }

  private originOfCall(call: ts.CallExpression): Binding | null {
    const callee = bare(call.expression);
    if (ts.isIdentifier(callee)) {
      const binding = this.names.bindingOf.get(callee);
      return binding && this.returning.has(binding) ? binding : null;
    }
    if (!ts.isPropertyAccessExpression(callee)) return null;
    const owner = callee.expression;
    if (ts.isIdentifier(owner) && this.names.bindingOf.get(owner) === null) return call.arguments[0] && ['Object', 'Array'].includes(owner.text) ? this.origin(call.arguments[0]) : null;
    return ELEMENT_METHODS.has(callee.name.text) ? this.origin(owner) : null;
  }

  /** Names that get to stand for a shared object by what `n` does. */
  private follow(n: ts.Node): void {
    const mark = (name: ts.Node, source: ts.Expression | undefined) => {
      if (source && this.origin(source)) for (const b of this.declaredIn(name)) this.shared.add(b);
    };
    if (ts.isVariableDeclaration(n)) mark(n.name, n.initializer ?? (ts.isForOfStatement(n.parent.parent) ? n.parent.parent.expression : undefined));
    else if (ts.isParameter(n) || ts.isBindingElement(n)) mark(n.name, n.initializer);
    else if (isAssignment(n) && ts.isIdentifier(bare(n.left))) {
      const binding = this.names.bindingOf.get(bare(n.left) as ts.Identifier);
      if (binding && this.origin(n.right)) this.shared.add(binding);
    } else if (ts.isCallExpression(n) && ts.isPropertyAccessExpression(n.expression) && this.origin(n.expression.expression)) {
      // TABLE.forEach((row) => …): the callback gets the rows.
      for (const arg of n.arguments) if (ts.isArrowFunction(arg) || ts.isFunctionExpression(arg)) for (const p of arg.parameters) for (const b of this.declaredIn(p.name)) this.shared.add(b);
    } else if (ts.isReturnStatement(n) && n.expression && this.origin(n.expression)) this.markReturning(n);
    else if (ts.isArrowFunction(n) && !ts.isBlock(n.body) && this.origin(n.body)) this.markReturning(n.body);
  }

  private markReturning(inside: ts.Node): void {
    const fn = ts.findAncestor(inside.parent, ts.isFunctionLike);
    const holder = fn && (ts.isFunctionDeclaration(fn) ? fn : ts.findAncestor(fn, ts.isVariableDeclaration));
    const binding = holder && this.names.bindings.find((b) => b.declaration === holder);
    if (binding) this.returning.add(binding);
  }

  private declaredIn(name: ts.Node): Binding[] {
    return this.names.bindings.filter((b) => b.id === name || ts.findAncestor(b.id, (a) => a === name) !== undefined);
  }

  private isPrimitive(binding: Binding): boolean {
    if (this.m.checker) return everyType(this.m.checker.getTypeAtLocation(binding.id), (t) => (t.flags & PRIMITIVE) !== 0);
    const initializer = ts.isVariableDeclaration(binding.declaration) && binding.declaration.initializer ? bare(binding.declaration.initializer) : null;
    return initializer !== null && (ts.isNumericLiteral(initializer) || ts.isStringLiteralLike(initializer) || ts.isPrefixUnaryExpression(initializer) || ts.isBinaryExpression(initializer) || initializer.kind === ts.SyntaxKind.TrueKeyword || initializer.kind === ts.SyntaxKind.FalseKeyword);
  }

  private size(): number {
    return this.shared.size + this.returning.size;
  }
}

function everyType(type: ts.Type, holds: (t: ts.Type) => boolean): boolean {
  return type.isUnion() ? type.types.every(holds) : holds(type);
}
