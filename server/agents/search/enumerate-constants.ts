import { Node, type NumericLiteral, SyntaxKind } from 'ts-morph';
import { formatNumber, otherValues, tightenUp } from './constant-values';
import type { EditCandidate } from './edit-candidate';
import { enclosingSymbol, type ParsedPackage, packagePath } from './parse-package';
import type { Mandate } from './read-mandate';
import { describeSite } from './site-words';

/** Every numeric constant and flag of the package with other values it could have. */
export function enumerateConstants(pkg: ParsedPackage, mandate: Mandate): EditCandidate[] {
  const edits: EditCandidate[] = [];
  for (const file of pkg.files) {
    for (const literal of file.getDescendantsOfKind(SyntaxKind.NumericLiteral)) {
      const role = literalRole(literal);
      if (role === null) continue;
      const words = describeSite(literal, role.declared?.getNameNode().asKind(SyntaxKind.Identifier));
      const value = literal.getLiteralValue();
      const up = tightenUp(words);
      for (const proposed of otherValues(value, mandate)) {
        const raised = proposed.value > value;
        edits.push({
          ...place(literal, formatNumber(proposed.value)),
          words,
          effect: up === null ? null : raised === up ? 'tighten' : 'loosen',
          base: proposed.base * role.base,
          ratio: value === 0 ? null : proposed.value / value,
        });
      }
    }
    for (const flag of [...file.getDescendantsOfKind(SyntaxKind.TrueKeyword), ...file.getDescendantsOfKind(SyntaxKind.FalseKeyword)]) {
      const declared = flag.getParentIfKind(SyntaxKind.VariableDeclaration);
      if (!declared && !flag.getParentIfKind(SyntaxKind.PropertyAssignment)) continue;
      const words = describeSite(flag, declared?.getNameNode().asKind(SyntaxKind.Identifier));
      edits.push({ ...place(flag, flag.getText() === 'true' ? 'false' : 'true'), words, effect: null, base: 0.5, ratio: null });
    }
  }
  return edits;
}

function place(node: Node, after: string) {
  const path = packagePath(node);
  const declaration = node.getParentIfKind(SyntaxKind.VariableDeclaration);
  const shape = (text: string): string => (declaration ? `${declaration.getName()} = ${text}` : contextOf(node, text));
  return {
    kind: 'set_constant' as const,
    path,
    symbol: enclosingSymbol(node),
    line: node.getStartLineNumber(),
    before: shape(node.getText()),
    after: shape(after),
    splices: [{ path, start: node.getStart(), end: node.getEnd(), text: after }],
    imports: [],
  };
}

/** The literal inside the expression it belongs to, so that two equal literals of one function are told apart. */
function contextOf(node: Node, text: string): string {
  const around = node.getParentOrThrow();
  const offset = node.getStart() - around.getStart();
  const whole = around.getText();
  return `${whole.slice(0, offset)}${text}${whole.slice(offset + node.getText().length)}`.replace(/\s+/g, ' ').slice(0, 200);
}

/** Named constants are policy; bare literals of a body are usually mathematics, so they come later, and 0, 1, 2 hardly ever. */
function literalRole(literal: NumericLiteral): { base: number; declared?: ReturnType<typeof literal.getParentIfKind<SyntaxKind.VariableDeclaration>> } | null {
  const parent = literal.getParentOrThrow();
  if (Node.isElementAccessExpression(parent) || Node.isTypeNode(parent) || Node.isLiteralTypeNode(parent)) return null;
  if (Node.isVariableDeclaration(parent)) {
    const isConst = parent.getVariableStatement()?.getDeclarationKind() === 'const';
    return isConst ? { base: 1, declared: parent } : null;
  }
  if (Node.isPropertyAssignment(parent) || Node.isParameterDeclaration(parent)) return { base: 0.9 };
  const operator = Node.isBinaryExpression(parent) ? parent.getOperatorToken().getText() : '';
  if (operator === '%') return { base: 0.8 };
  const value = literal.getLiteralValue();
  if (value === 0 || value === 1 || value === 2) return null;
  // `view.parameters.n ?? 5`: a default is as good as a named constant.
  return { base: operator === '??' ? 0.8 : 0.4 };
}
