import { Node, SyntaxKind } from 'ts-morph';
import { enclosingSymbol, type ParsedPackage, packagePath, topLevelStatement } from './parse-package';

/**
 * 'path#name' of every top-level declaration that a run can reach from the entry file's exports. Code that nothing calls
 * cannot change what a strategy does, however well its words fit a mandate.
 */
export function reachableSymbols(pkg: ParsedPackage, entry: string): Set<string> {
  const reached = new Set<string>();
  const queue: Node[] = [];
  const visit = (declaration: Node): void => {
    const name = Node.isVariableDeclaration(declaration) ? declaration.getName() : enclosingSymbol(declaration);
    const key = `${packagePath(declaration)}#${name}`;
    if (reached.has(key)) return;
    reached.add(key);
    queue.push(Node.isVariableDeclaration(declaration) ? declaration : topLevelStatement(declaration));
  };
  for (const file of pkg.files.filter((f) => packagePath(f) === entry)) {
    for (const declarations of file.getExportedDeclarations().values()) for (const declaration of declarations) visit(declaration);
  }
  for (let node = queue.pop(); node; node = queue.pop()) {
    for (const id of node.getDescendantsOfKind(SyntaxKind.Identifier)) {
      const symbol = id.getSymbol();
      const target = symbol?.getAliasedSymbol() ?? symbol;
      for (const declaration of target?.getDeclarations() ?? []) {
        const path = packagePath(declaration);
        const top = topLevelStatement(declaration);
        const isTopLevel = top === declaration || top === declaration.getFirstAncestorByKind(SyntaxKind.VariableStatement);
        if (path.startsWith('src/') && isTopLevel && !Node.isImportDeclaration(top)) visit(declaration);
      }
    }
  }
  return reached;
}
