import { Node, type NumericLiteral, SyntaxKind } from 'ts-morph';
import type { EditCandidate, SiteWord } from './edit-candidate';
import { enclosingSymbol, type ParsedPackage, packagePath } from './parse-package';
import type { Mandate } from './read-mandate';
import { describeSite } from './site-words';
import { conceptsOf, stem } from './words';

const CAP_STEMS = new Set(['max', 'maximum', 'cap', 'limit', 'ceiling', 'upper', 'most', 'participation'].map(stem));
const FLOOR_STEMS = new Set(['min', 'minimum', 'floor', 'lower', 'least'].map(stem));
const COUNT_STEMS = new Set(['top', 'count', 'names', 'holdings', 'breadth', 'picks'].map(stem));

interface Proposed {
  readonly value: number;
  readonly base: number;
}

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

/** True when a larger value is the tighter one, false when a smaller is, null when the words do not tell. */
function tightenUp(words: readonly SiteWord[]): boolean | null {
  const strong = words.filter((w) => w.weight >= 0.8).map((w) => stem(w.word));
  if (strong.some((s) => FLOOR_STEMS.has(s))) return true;
  if (strong.some((s) => COUNT_STEMS.has(s))) return true;
  if (strong.some((s) => CAP_STEMS.has(s))) return false;
  const concepts = new Set(words.filter((w) => w.weight >= 0.4).flatMap((w) => conceptsOf(w.word)));
  if (concepts.has('schedule') || concepts.has('buffer') || concepts.has('horizon')) return true;
  if (concepts.has('liquidity')) return true;
  return null;
}

/** Least change first: a small step is likelier to keep what the tests pin. Numbers the mandate names come before all. */
function otherValues(value: number, mandate: Mandate): Proposed[] {
  const integer = Number.isInteger(value);
  const fraction = value > 0 && value < 1;
  const proposed: Proposed[] = [];
  for (const n of mandate.numbers) {
    const fits = fraction ? n.unit === 'fraction' : integer && n.unit !== 'fraction' && value < 1000;
    if (fits) proposed.push({ value: n.value, base: n.unit === 'count' ? 0.6 : 1 });
  }
  const scale = (factors: readonly (readonly [number, number])[], map: (x: number) => number): void => {
    for (const [factor, base] of factors) proposed.push({ value: map(value * factor), base });
  };
  if (value === 0) for (const [n, base] of [[1, 0.6], [2, 0.6], [5, 0.5], [10, 0.4]] as const) proposed.push({ value: n, base });
  else if (fraction) scale([[0.5, 0.8], [2, 0.8], [0.25, 0.6], [1.5, 0.6], [4, 0.5]], (x) => Math.min(1, x));
  else if (integer) scale([[2, 0.8], [3, 0.7], [5, 0.7], [10, 0.6], [20, 0.5], [0.5, 0.6], [0.2, 0.4]], (x) => Math.max(1, Math.round(x)));
  else scale([[2, 0.8], [0.5, 0.8], [5, 0.5], [0.2, 0.5]], (x) => x);
  const seen = new Set([value]);
  return proposed.filter((p) => Number.isFinite(p.value) && !seen.has(p.value) && seen.add(p.value));
}

function formatNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
