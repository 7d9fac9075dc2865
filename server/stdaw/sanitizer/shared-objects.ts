import ts from 'typescript';
import { bare, isAssignment, type ModuleUnderCheck, rootOf, walkValues } from './module-under-check';
import type { Binding, Names } from './resolve-names';

/** Methods whose result is (a part of) their object. */
const ELEMENT_METHODS: ReadonlySet<string> = new Set(['at', 'find', 'findLast', 'get', 'pop', 'shift', 'values', 'entries', 'reverse', 'sort', 'splice', 'fill']);
/** Methods whose result is a new list of the same elements. */
const COPYING_METHODS: ReadonlySet<string> = new Set(['filter', 'slice', 'concat', 'flat', 'toSorted', 'toReversed', 'toSpliced', 'with']);
/** Operators whose result can be one of their sides; those of arithmetic give plain values. */
const CHOOSING: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.CommaToken]);
const GIVING_METHODS: ReadonlySet<string> = new Set(['map', 'flatMap', 'reduce', 'reduceRight']);
const COLLECTIONS: ReadonlySet<string> = new Set(['Map', 'Set', 'Array']);
const PRIMITIVE = ts.TypeFlags.NumberLike | ts.TypeFlags.StringLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.Null | ts.TypeFlags.Undefined;

/** Which expressions may be (a part of) an object that lives at module level, under whatever name. Over-approximates. */
export class SharedObjects {
  private readonly shared: Set<Binding>;
  private readonly returning = new Set<Binding>();
  /** Functions that give (a part of) a parameter back, with its place. */
  private readonly passing = new Map<Binding, number>();
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
    if (e.kind === ts.SyntaxKind.ThisKeyword) return this.staticThis(e);
    if (ts.isPropertyAccessExpression(e) || ts.isElementAccessExpression(e)) return this.origin(e.expression);
    if (ts.isSpreadElement(e)) return this.holdsObjects(e.expression) ? this.origin(e.expression) : null;
    if (ts.isNewExpression(e)) return ts.isIdentifier(e.expression) && COLLECTIONS.has(e.expression.text) && e.arguments?.[0] && this.holdsObjects(e.arguments[0]) ? this.origin(e.arguments[0]) : null;
    if (ts.isConditionalExpression(e)) return first([e.whenTrue, e.whenFalse]);
    if (isAssignment(e)) return this.origin(e.right);
    if (ts.isBinaryExpression(e)) return CHOOSING.has(e.operatorToken.kind) ? first([e.left, e.right]) : null;
    // Without types a member inside a literal is taken for a number, which it nearly always is.
    const held = (x: ts.Expression) => this.m.checker !== null || ts.isIdentifier(bare(x));
    if (ts.isArrayLiteralExpression(e)) return first(e.elements.filter(held));
    if (ts.isObjectLiteralExpression(e)) return first(e.properties.flatMap((p) => (ts.isPropertyAssignment(p) ? [p.initializer] : ts.isShorthandPropertyAssignment(p) ? [p.name] : ts.isSpreadAssignment(p) && this.holdsObjects(p.expression) ? [p.expression] : [])).filter(held));
    return ts.isCallExpression(e) ? this.originOfCall(e) : null;
  }

  /** The class that `this` at the bottom of `this.a.b` stands for, inside a static member of a class at module level. */
  staticThis(expression: ts.Expression): Binding | null {
    let e = bare(expression);
    while (ts.isPropertyAccessExpression(e) || ts.isElementAccessExpression(e)) e = bare(e.expression);
    if (e.kind !== ts.SyntaxKind.ThisKeyword) return null;
    const member = ts.findAncestor(e, ts.isClassElement);
    const isStatic = member && (ts.isClassStaticBlockDeclaration(member) || (ts.canHaveModifiers(member) && ts.getModifiers(member)?.some((x) => x.kind === ts.SyntaxKind.StaticKeyword)));
    if (!isStatic || ts.findAncestor(member.parent, ts.isFunctionLike)) return null;
    const holder = ts.isClassDeclaration(member.parent) ? member.parent : ts.findAncestor(member.parent, ts.isVariableDeclaration);
    return this.names.bindings.find((b) => b.declaration === holder) ?? null;
  }

  private originOfCall(call: ts.CallExpression): Binding | null {
    const callee = bare(call.expression);
    const fromArguments = () => call.arguments.reduce<Binding | null>((found, a) => found ?? (this.holdsObjects(a) ? this.origin(a) : null), null);
    if (ts.isIdentifier(callee)) {
      const binding = this.names.bindingOf.get(callee);
      if (!binding) return null;
      if (this.returning.has(binding)) return binding;
      const index = this.passing.get(binding);
      const arg = index === undefined ? undefined : call.arguments[index];
      return arg ? this.origin(arg) : null;
    }
    if (!ts.isPropertyAccessExpression(callee)) return null;
    const owner = callee.expression;
    if (ts.isIdentifier(owner) && this.names.bindingOf.get(owner) === null) return ['Object', 'Array'].includes(owner.text) ? (callee.name.text === 'from' ? fromArguments() : call.arguments.reduce<Binding | null>((found, a) => found ?? this.origin(a), null)) : null;
    if (ELEMENT_METHODS.has(callee.name.text)) return this.origin(owner);
    if (COPYING_METHODS.has(callee.name.text)) return (this.holdsObjects(owner) ? this.origin(owner) : null) ?? (callee.name.text === 'concat' ? fromArguments() : null);
    const [back] = call.arguments;
    // map and reduce give back what their callback gives back.
    return GIVING_METHODS.has(callee.name.text) && back && ts.isArrowFunction(back) && !ts.isBlock(back.body) && this.origin(owner) ? this.origin(back.body) : null;
  }

  /** False when types tell that a copy of the value shares nothing: its elements or properties are plain numbers, texts and the like. */
  private holdsObjects(expression: ts.Expression): boolean {
    const { checker } = this.m;
    if (!checker) return ts.isArrayLiteralExpression(bare(expression));
    const type = checker.getNonNullableType(checker.getTypeAtLocation(expression));
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number) ?? checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (element) return !everyType(element, (t) => (t.flags & PRIMITIVE) !== 0);
    return type.getProperties().length === 0 || type.getProperties().some((p) => !everyType(checker.getTypeOfSymbol(p), (t) => (t.flags & PRIMITIVE) !== 0));
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
    } else if (ts.isCallExpression(n) && ts.isPropertyAccessExpression(n.expression) && (this.origin(n.expression.expression) || n.arguments.some((a) => !ts.isFunctionLike(a) && this.origin(a)))) {
      // TABLE.forEach((row) => …), Array.from(TABLE, (row) => …): the callback gets the rows.
      for (const arg of n.arguments) if (ts.isArrowFunction(arg) || ts.isFunctionExpression(arg)) for (const p of arg.parameters) for (const b of this.declaredIn(p.name)) this.shared.add(b);
    } else if (ts.isReturnStatement(n) && n.expression) this.followResult(n, n.expression);
    else if (ts.isArrowFunction(n) && !ts.isBlock(n.body)) this.followResult(n.body, n.body);
  }

  private followResult(inside: ts.Node, result: ts.Expression): void {
    if (this.origin(result)) this.markReturning(inside);
    const root = rootOf(result);
    const declaration = root ? this.names.bindingOf.get(root)?.declaration : undefined;
    if (!declaration || !ts.isParameter(declaration) || declaration.parent !== ts.findAncestor(inside.parent, ts.isFunctionLike)) return;
    const holder = ts.isFunctionDeclaration(declaration.parent) ? declaration.parent : ts.findAncestor(declaration.parent, ts.isVariableDeclaration);
    const binding = this.names.bindings.find((b) => b.declaration === holder);
    if (binding) this.passing.set(binding, declaration.parent.parameters.indexOf(declaration));
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
    return this.shared.size + this.returning.size + this.passing.size;
  }
}

function everyType(type: ts.Type, holds: (t: ts.Type) => boolean): boolean {
  return type.isUnion() ? type.types.every(holds) : holds(type);
}
