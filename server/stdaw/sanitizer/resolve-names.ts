import ts from 'typescript';

/** A declared name: where it lives decides whether it may change. */
export interface Binding {
  readonly name: string;
  readonly level: 'module' | 'local';
  readonly declaration: ts.Node;
  readonly id: ts.Identifier;
}

export interface Names {
  /** Binding of every identifier that is read or written as a value; null = declared nowhere in the module. */
  readonly bindingOf: ReadonlyMap<ts.Identifier, Binding | null>;
  readonly bindings: readonly Binding[];
}

type Scope = Map<string, Binding>;

/** Resolves names by ECMAScript's block scopes (`var` is refused elsewhere, so hoisting needs no care). */
export function resolveNames(file: ts.SourceFile): Names {
  const bindingOf = new Map<ts.Identifier, Binding | null>();
  const bindings: Binding[] = [];
  const scopes: Scope[] = [];

  const declare = (name: ts.BindingName | undefined, declaration: ts.Node): void => {
    if (!name) return;
    if (!ts.isIdentifier(name)) {
      for (const element of name.elements) if (!ts.isOmittedExpression(element)) declare(element.name, element);
      return;
    }
    const binding: Binding = { name: name.text, level: scopes.length === 1 ? 'module' : 'local', declaration, id: name };
    scopes.at(-1)!.set(name.text, binding);
    bindings.push(binding);
  };
  const declareStatements = (statements: readonly ts.Node[]): void => {
    for (const s of statements) {
      if (ts.isVariableStatement(s)) for (const d of s.declarationList.declarations) declare(d.name, d);
      else if ((ts.isFunctionDeclaration(s) || ts.isClassDeclaration(s) || ts.isEnumDeclaration(s)) && s.name) declare(s.name, s);
      else if (ts.isImportDeclaration(s) && s.importClause && !s.importClause.isTypeOnly) {
        declare(s.importClause.name, s);
        const named = s.importClause.namedBindings;
        if (named && ts.isNamespaceImport(named)) declare(named.name, s);
        else if (named) for (const element of named.elements) if (!element.isTypeOnly) declare(element.name, s);
      }
    }
  };
  const lookUp = (name: string): Binding | null => {
    for (let i = scopes.length - 1; i >= 0; i--) {
      const found = scopes[i]!.get(name);
      if (found) return found;
    }
    return null;
  };
  const inScope = (open: () => void, node: ts.Node): void => {
    scopes.push(new Map());
    open();
    ts.forEachChild(node, visit);
    scopes.pop();
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isIdentifier(node)) {
      if (isReference(node)) bindingOf.set(node, lookUp(node.text));
    } else if (ts.isFunctionLike(node)) {
      inScope(() => {
        if (ts.isFunctionExpression(node)) declare(node.name, node);
        for (const p of node.parameters) declare(p.name, p);
      }, node);
    } else if (ts.isClassExpression(node)) inScope(() => declare(node.name, node), node);
    else if (ts.isBlock(node) || ts.isModuleBlock(node)) inScope(() => declareStatements(node.statements), node);
    else if (ts.isCaseBlock(node)) inScope(() => declareStatements(node.clauses.flatMap((c) => [...c.statements])), node);
    else if (ts.isCatchClause(node)) inScope(() => declare(node.variableDeclaration?.name, node), node);
    else if ((ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node)) && node.initializer && ts.isVariableDeclarationList(node.initializer)) {
      const list = node.initializer;
      inScope(() => {
        for (const d of list.declarations) declare(d.name, d);
      }, node);
    } else ts.forEachChild(node, visit);
  };
  scopes.push(new Map());
  declareStatements(file.statements);
  ts.forEachChild(file, visit);
  return { bindingOf, bindings };
}

/** True when an identifier stands for a value, not for a member, a key or its own declaration. */
function isReference(id: ts.Identifier): boolean {
  const p = id.parent;
  if (ts.isPropertyAccessExpression(p)) return p.name !== id;
  if (ts.isPropertyAssignment(p)) return p.initializer === id;
  if (ts.isShorthandPropertyAssignment(p)) return true;
  if (ts.isBindingElement(p) || ts.isParameter(p) || ts.isVariableDeclaration(p) || ts.isPropertyDeclaration(p) || ts.isEnumMember(p)) return p.initializer === id;
  if (ts.isMethodDeclaration(p) || ts.isGetAccessor(p) || ts.isSetAccessor(p) || ts.isFunctionDeclaration(p) || ts.isFunctionExpression(p) || ts.isClassDeclaration(p) || ts.isClassExpression(p)) return false;
  if (ts.isImportSpecifier(p) || ts.isImportClause(p) || ts.isNamespaceImport(p) || ts.isNamespaceExport(p) || ts.isTypeParameterDeclaration(p) || ts.isModuleDeclaration(p) || ts.isEnumDeclaration(p)) return false;
  if (ts.isExportSpecifier(p)) return !p.parent.parent.moduleSpecifier && !p.isTypeOnly && !p.parent.parent.isTypeOnly && (p.propertyName ?? p.name) === id;
  if (ts.isLabeledStatement(p) || ts.isBreakOrContinueStatement(p) || ts.isMetaProperty(p)) return false;
  return true;
}
