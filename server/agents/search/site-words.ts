import { type Identifier, Node, SyntaxKind } from 'ts-morph';
import type { SiteWord } from './edit-candidate';
import { enclosingSymbol, packagePath, topLevelStatement } from './parse-package';
import { splitWords } from './words';
import { wordsOfUses } from './words-of-uses';

/** Identifiers in a piece of code, as words. */
export const identifierWords = (node: Node): string[] => {
  const own = Node.isIdentifier(node) ? splitWords(node.getText()) : [];
  return [...own, ...node.getDescendantsOfKind(SyntaxKind.Identifier).slice(0, 40).flatMap((id) => splitWords(id.getText()))];
};

const commentText = (node: Node): string => [...node.getLeadingCommentRanges(), ...node.getTrailingCommentRanges()].map((range) => range.getText()).join('\n');

/**
 * Of a comment that speaks of several members ("cadence: sessions between rotations; span: …"), the clauses about one of
 * them; the whole comment when it names none.
 */
function clausesAbout(comment: string, name: string): string {
  const clauses = comment.split(/[;,\n]|\. /).filter((clause) => new RegExp(`\\b${name}\\b`).test(clause));
  return clauses.length > 0 ? clauses.join(' ') : comment;
}

/** Everything that describes the place of a node, each word once at its highest weight. */
export function describeSite(node: Node, declaredName?: Identifier): SiteWord[] {
  const best = new Map<string, number>();
  const add = (words: readonly string[], weight: number): void => {
    for (const word of words) best.set(word, Math.max(best.get(word) ?? 0, weight));
  };
  const top = topLevelStatement(node);
  const property = node.getFirstAncestorByKind(SyntaxKind.PropertyAssignment);
  const member = property?.getNameNode().asKind(SyntaxKind.Identifier);
  if (property) {
    // One knob of several: its own name counts, the object's name hardly.
    add(splitWords(property.getName()), 1);
    add(splitWords(commentText(property)), 0.8);
    add(splitWords(enclosingSymbol(node)), 0.3);
    const comment = clausesAbout(commentText(top), property.getName());
    add(splitWords(comment), comment === commentText(top) ? 0.3 : 0.8);
  } else {
    add(splitWords(declaredName?.getText() ?? enclosingSymbol(node)), 1);
    add(splitWords(commentText(top)), 0.8);
  }
  const statement = node.getFirstAncestor((a) => Node.isStatement(a));
  if (statement && statement !== top) {
    add(splitWords(commentText(statement)), 0.8);
    add(identifierWords(statement), 0.6);
  }
  add(splitWords(packagePath(node).replace(/^src\//, '').replace(/\.ts$/, '')), 0.4);
  const named = declaredName ?? member;
  const uses = named ? wordsOfUses(named) : wordsOfUses(node);
  add(uses.structure, 0.7);
  add(uses.names, 0.4);
  // A function is also described by what it reads: `amount` and `volume` are the contract's names, whatever its own is.
  if (declaredName && top === node) add(identifierWords(top), 0.4);
  return [...best].map(([word, weight]) => ({ word, weight }));
}
