import ts from 'typescript';
import { type ModuleUnderCheck, walkValues } from './module-under-check';

/** Syntax that a pure, synchronous function does not need and that hides control flow or reaches the loader. */
export function checkSyntax(m: ModuleUnderCheck): void {
  walkValues(m.file, (n) => {
    if (ts.isCallExpression(n) && n.expression.kind === ts.SyntaxKind.ImportKeyword) m.report(n, 'dynamic-import', 'import() is not allowed; import at the top of the module.');
    const forbidden = forbiddenSyntax(n);
    if (forbidden) m.report(n, 'syntax-forbidden', `${forbidden} not allowed.`);
    if (isOverload(n)) m.report(n, 'overload', 'Overloads can claim a type that is not so and are not allowed.');
    if (ts.isAwaitExpression(n) || ts.isYieldExpression(n) || (ts.isForOfStatement(n) && n.awaitModifier) || isAsyncOrGenerator(n)) m.report(n, 'async', 'Strategies are synchronous: no async, await, generators or yield.');
    if (n.kind === ts.SyntaxKind.ThisKeyword && !ts.findAncestor(n, ts.isClassLike)) m.report(n, 'this', '"this" is allowed inside classes only.');
    if (ts.isGetAccessor(n) || ts.isSetAccessor(n)) m.report(n, 'accessor', 'Getters and setters are not allowed: reading a value must not run code.');
    if (ts.isDeleteExpression(n)) m.report(n, 'delete', '"delete" is not allowed.');
    if (ts.isTryStatement(n)) m.report(n, 'try-catch', 'try/catch is not allowed: an error must reach the test or the console.');
    if (ts.isVariableDeclarationList(n) && !(n.flags & ts.NodeFlags.BlockScoped)) m.report(n, 'var', 'Use const or let instead of var.');
  });
  checkTypes(m);
}

function forbiddenSyntax(n: ts.Node): string | null {
  if (ts.isMetaProperty(n)) return 'import.meta and new.target are';
  if (ts.isWithStatement(n)) return '"with" is';
  if (n.kind === ts.SyntaxKind.DebuggerStatement) return '"debugger" is';
  if (ts.isDecorator(n)) return 'Decorators are';
  if (ts.isTaggedTemplateExpression(n)) return 'Tagged templates are';
  if (ts.isLabeledStatement(n)) return 'Labels are';
  if (ts.isParameterPropertyDeclaration(n, n.parent)) return 'Parameter properties are';
  if (ts.isBinaryExpression(n) && n.operatorToken.kind === ts.SyntaxKind.CommaToken && !ts.isForStatement(n.parent)) return 'The comma operator is';
  if (ts.isPrivateIdentifier(n) && ts.isBinaryExpression(n.parent)) return '"#x in y" is';
  // Its constructor may be handed an object by the one it extends; a private name marks even a frozen one, for good.
  if (ts.isPrivateIdentifier(n) && isMemberOfHeir(n)) return 'Private names in a class that extends another are';
  if (ts.isReturnStatement(n) && n.expression && ts.isConstructorDeclaration(functionOf(n) ?? n)) return 'A constructor that returns another object is';
  if ((ts.isEnumDeclaration(n) || ts.isModuleDeclaration(n)) && !ts.isSourceFile(n.parent)) return 'Enums and namespaces are';
  return null;
}

const functionOf = (n: ts.Node): ts.Node | undefined => ts.findAncestor(n, ts.isFunctionLike);

/** `#x` where it is declared, in a class with `extends`. */
function isMemberOfHeir(name: ts.PrivateIdentifier): boolean {
  const member = name.parent;
  return ts.isClassElement(member) && member.name === name && (member.parent as ts.ClassLikeDeclaration).heritageClauses?.some((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword) === true;
}

/** Declared or abstract: other rules speak of these. */
function isBodiless(n: ts.Node): boolean {
  return ts.canHaveModifiers(n) && (ts.getModifiers(n)?.some((x) => x.kind === ts.SyntaxKind.DeclareKeyword || x.kind === ts.SyntaxKind.AbstractKeyword) ?? false);
}

function isOverload(n: ts.Node): boolean {
  return (ts.isFunctionDeclaration(n) || ts.isMethodDeclaration(n) || ts.isConstructorDeclaration(n)) && !n.body && ts.findAncestor(n, isBodiless) === undefined;
}

function isAsyncOrGenerator(n: ts.Node): boolean {
  if (!ts.isFunctionLike(n)) return false;
  const asterisk = (n as ts.FunctionDeclaration).asteriskToken;
  return asterisk !== undefined || (ts.canHaveModifiers(n) && (ts.getModifiers(n)?.some((x) => x.kind === ts.SyntaxKind.AsyncKeyword) ?? false));
}

/** `any`, and assertions to a type that says nothing, switch the compiler's other guarantees off. */
function checkTypes(m: ModuleUnderCheck): void {
  const visit = (n: ts.Node): void => {
    if (n.kind === ts.SyntaxKind.AnyKeyword) m.report(n, 'any-type', '"any" is not allowed.');
    if (ts.isConditionalTypeNode(n) || ts.isInferTypeNode(n) || ts.isMappedTypeNode(n) || ts.isTemplateLiteralTypeNode(n)) m.report(n, 'type-program', 'Types that compute are not allowed; write the type down.');
    if (ts.isTypeReferenceNode(n) && n.typeName.getText(m.file) === 'Function') m.report(n, 'any-type', 'The type "Function" is not allowed.');
    if ((ts.isAsExpression(n) || ts.isTypeAssertionExpression(n)) && saysNothing(n.type)) m.report(n, 'any-cast', `The assertion ${m.quote(n.type)} hides the real type.`);
    ts.forEachChild(n, visit);
  };
  visit(m.file);
}

function saysNothing(type: ts.TypeNode): boolean {
  let found = false;
  const visit = (n: ts.Node): void => {
    if (n.kind === ts.SyntaxKind.AnyKeyword || n.kind === ts.SyntaxKind.UnknownKeyword || n.kind === ts.SyntaxKind.NeverKeyword || n.kind === ts.SyntaxKind.ObjectKeyword) found = true;
    ts.forEachChild(n, visit);
  };
  visit(type);
  return found;
}
