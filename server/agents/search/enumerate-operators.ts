import { Node, SyntaxKind } from 'ts-morph';
import type { EditCandidate } from './edit-candidate';
import { enclosingSymbol, type ParsedPackage, packagePath } from './parse-package';
import { describeSite } from './site-words';

const BOUNDARY: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const OPPOSITE: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Comparisons (boundary and direction) and the operand order of subtracting sort comparators. */
export function enumerateOperators(pkg: ParsedPackage): EditCandidate[] {
  const edits: EditCandidate[] = [];
  for (const file of pkg.files) {
    for (const binary of file.getDescendantsOfKind(SyntaxKind.BinaryExpression)) {
      const operator = binary.getOperatorToken().getText();
      const left = binary.getLeft().getText();
      const right = binary.getRight().getText();
      const change = (after: string, base: number): void => {
        const path = packagePath(binary);
        edits.push({
          kind: 'change_operator', path, symbol: enclosingSymbol(binary), line: binary.getStartLineNumber(),
          before: binary.getText().replace(/\s+/g, ' ').slice(0, 200), after: after.replace(/\s+/g, ' ').slice(0, 200),
          splices: [{ path, start: binary.getStart(), end: binary.getEnd(), text: after }],
          imports: [], words: describeSite(binary), effect: null, base, ratio: null,
        });
      };
      if (OPPOSITE[operator] && !isLoopCondition(binary)) {
        change(`${left} ${OPPOSITE[operator]} ${right}`, 0.35);
        change(`${left} ${BOUNDARY[operator]} ${right}`, 0.15);
      }
      if (operator === '-' && isComparatorBody(binary)) change(`${right} - ${left}`, 0.35);
    }
  }
  return edits;
}

/** A changed loop condition only makes loops that never end or never start. */
const isLoopCondition = (node: Node): boolean => {
  const parent = node.getParent();
  return Boolean(parent && (Node.isForStatement(parent) || Node.isWhileStatement(parent) || Node.isDoStatement(parent)));
};

function isComparatorBody(node: Node): boolean {
  const arrow = node.getFirstAncestorByKind(SyntaxKind.ArrowFunction);
  const call = arrow?.getParentIfKind(SyntaxKind.CallExpression);
  return Boolean(call && arrow && arrow.getParameters().length === 2 && /\.(sort|toSorted)$/.test(call.getExpression().getText()));
}
