import { type Identifier, Node, SyntaxKind } from 'ts-morph';
import type { SiteWord } from './edit-candidate';
import { enclosingSymbol, packagePath, topLevelStatement } from './parse-package';
import { splitWords } from './words';

/** Structure that speaks even when every name was changed: a modulus is a period, a minimum a cap, a slice a count. */
function structureWords(node: Node): string[] {
  const parent = node.getParent();
  if (!parent) return [];
  if (Node.isBinaryExpression(parent) && parent.getOperatorToken().getText() === '%') return ['period', 'every'];
  if (Node.isCallExpression(parent)) {
    const callee = parent.getExpression().getText();
    if (callee === 'Math.min') return ['cap'];
    if (callee.endsWith('.slice')) return ['top', 'count'];
  }
  return [];
}

/**
 * Words around the uses of a declared name: identifiers of the functions that use it and of the calls that lead there.
 * The names of the strategy contract (dayIndex, volume, amount, weights…) cannot be renamed, so they tell a constant's
 * role in any package.
 */
function wordsOfUses(name: Identifier): string[] {
  const words: string[] = [];
  for (const reference of name.findReferencesAsNodes().slice(0, 12)) {
    if (reference === name || reference.getFirstAncestorByKind(SyntaxKind.ImportDeclaration)) continue;
    words.push(...structureWords(reference));
    const top = topLevelStatement(reference);
    const statement = reference.getFirstAncestor((a) => Node.isStatement(a)) ?? top;
    words.push(...splitWords(enclosingSymbol(reference)), ...identifierWords(statement));
    if (!Node.isFunctionDeclaration(top)) continue;
    for (const call of top.findReferencesAsNodes().slice(0, 6)) {
      const parent = call.getParent();
      if (parent && Node.isCallExpression(parent)) words.push(...parent.getArguments().flatMap(identifierWords));
    }
  }
  return words;
}

const identifierWords = (node: Node): string[] => {
  const own = Node.isIdentifier(node) ? splitWords(node.getText()) : [];
  return [...own, ...node.getDescendantsOfKind(SyntaxKind.Identifier).slice(0, 40).flatMap((id) => splitWords(id.getText()))];
};

const commentWords = (node: Node): string[] =>
  [...node.getLeadingCommentRanges(), ...node.getTrailingCommentRanges()].flatMap((range) => splitWords(range.getText()));

/** Everything that describes the place of a node, each word once at its highest weight. */
export function describeSite(node: Node, declaredName?: Identifier): SiteWord[] {
  const best = new Map<string, number>();
  const add = (words: readonly string[], weight: number): void => {
    for (const word of words) best.set(word, Math.max(best.get(word) ?? 0, weight));
  };
  const top = topLevelStatement(node);
  add(splitWords(declaredName?.getText() ?? enclosingSymbol(node)), 1);
  const property = node.getFirstAncestorByKind(SyntaxKind.PropertyAssignment);
  if (property) {
    add(splitWords(property.getName()), 1);
    add(commentWords(property), 0.8);
  }
  add(commentWords(top), 0.8);
  const statement = node.getFirstAncestor((a) => Node.isStatement(a));
  if (statement && statement !== top) {
    add(commentWords(statement), 0.8);
    add(identifierWords(statement), 0.6);
  }
  add(structureWords(node), 0.6);
  add(splitWords(packagePath(node).replace(/^src\//, '').replace(/\.ts$/, '')), 0.4);
  if (declaredName) add(wordsOfUses(declaredName), 0.4);
  // A function is also described by what it reads: `amount` and `volume` are the contract's names, whatever its own is.
  if (declaredName && top === node) add(identifierWords(top), 0.4);
  return [...best].map(([word, weight]) => ({ word, weight }));
}
