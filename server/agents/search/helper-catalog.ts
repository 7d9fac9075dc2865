import { type ArrowFunction, type FunctionDeclaration, type FunctionExpression, type Identifier, Node, SyntaxKind, type Type } from 'ts-morph';
import { type ParsedPackage, packagePath } from './parse-package';

type Callable = FunctionDeclaration | ArrowFunction | FunctionExpression;

/** A top-level function of the package that another place could call. */
export interface Helper {
  readonly name: string;
  readonly path: string;
  readonly nameNode: Identifier;
  readonly fn: Callable;
  readonly parameters: readonly { readonly name: string; readonly type: Type; readonly optional: boolean }[];
  readonly returnType: Type;
  /** Called nowhere in the package: written, but not put to use. */
  readonly unused: boolean;
}

/** Top-level functions (declarations and const arrows) in path order. */
export function listHelpers(pkg: ParsedPackage): Helper[] {
  const helpers: Helper[] = [];
  for (const file of pkg.files) {
    const add = (nameNode: Identifier, fn: Callable, exported: boolean): void => {
      const used = nameNode.findReferencesAsNodes().some((ref) => ref !== nameNode && !ref.getFirstAncestorByKind(SyntaxKind.ImportDeclaration) && !ref.getFirstAncestorByKind(SyntaxKind.ExportDeclaration));
      if (!exported && used === false) return;
      helpers.push({
        name: nameNode.getText(),
        path: packagePath(file),
        nameNode,
        fn,
        parameters: fn.getParameters().map((p) => ({ name: p.getName(), type: p.getType(), optional: p.isOptional() || p.hasInitializer() || p.isRestParameter() })),
        returnType: fn.getReturnType(),
        unused: !used,
      });
    };
    for (const fn of file.getFunctions()) {
      const name = fn.getNameNode();
      if (name && fn.hasBody() && !fn.isAsync() && !fn.isGenerator()) add(name, fn, fn.isExported());
    }
    for (const statement of file.getVariableStatements()) {
      for (const declaration of statement.getDeclarations()) {
        const init = declaration.getInitializer();
        const name = declaration.getNameNode();
        if (init && Node.isIdentifier(name) && (Node.isArrowFunction(init) || Node.isFunctionExpression(init))) add(name, init, statement.isExported());
      }
    }
  }
  return helpers;
}

/** The function a node stands in at top level, if it stands in one. */
export function enclosingCallable(node: Node): Callable | null {
  let found: Callable | null = null;
  for (let at: Node | undefined = node; at; at = at.getParent()) {
    if (Node.isFunctionDeclaration(at) || Node.isArrowFunction(at) || Node.isFunctionExpression(at)) found = at;
  }
  return found;
}

/** A type that tells something: not any, unknown, never or a bare type parameter. */
export const isTelling = (type: Type): boolean => !type.isAny() && !type.isUnknown() && !type.isNever() && !type.isVoid() && !type.isTypeParameter();
