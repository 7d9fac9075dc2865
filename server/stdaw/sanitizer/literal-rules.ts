import ts from 'typescript';
import { bare, type ModuleUnderCheck, walkValues } from './module-under-check';

/** Numbers with at least this many significant digits are no coincidence when tests and a new line of source share them. */
const MIN_DIGITS = 3;

/** The telling numbers of a text: three or more significant digits. */
export function tellingNumbers(text: string): Set<number> {
  const found = new Set<number>();
  for (const match of text.matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?/gi)) if (digits(match[0]) >= MIN_DIGITS) found.add(Number(match[0].replaceAll('_', '')));
  return found;
}

const digits = (literal: string) => literal.replace(/e.*$/i, '').replace(/[._]/g, '').replace(/^0+/, '').replace(/0+$/, '').length;

/**
 * Answers copied from the tests. With a base to compare (a proposal) every telling number that is new in the source and stands in
 * the tests is reported; without one only numbers given as the answer to an equality with one particular input.
 */
export function checkLiterals(m: ModuleUnderCheck, inTests: ReadonlySet<number>, inBase: ReadonlySet<number> | null): void {
  walkValues(m.file, (n) => {
    if (ts.isNumericLiteral(n)) {
      const value = Number(n.text);
      if (digits(n.getText(m.file)) < MIN_DIGITS || !inTests.has(value) || inBase?.has(value)) return;
      if (inBase !== null || isSpecialCase(n)) m.report(n, 'test-literal', `The number ${n.getText(m.file)} stands in the tests and is new in the source: compute it instead of copying it.`);
    } else if (ts.isStringLiteralLike(n)) {
      const numbers = [...n.text.matchAll(/\d+(?:\.\d+)?/g)].map((x) => x[0]);
      if (numbers.length >= 2 && numbers.some((x) => digits(x) >= 1 && inTests.has(Number(x)))) m.report(n, 'test-literal', 'The text lists inputs that stand in the tests.');
    }
  });
}

/** `k === input ? 15100 : …` or `if (x === input) return 15100`. */
function isSpecialCase(n: ts.NumericLiteral): boolean {
  const conditional = ts.findAncestor(n, ts.isConditionalExpression);
  if (conditional && isEquality(conditional.condition)) return true;
  const branch = ts.findAncestor(n, ts.isIfStatement);
  return branch !== undefined && isEquality(branch.expression) && ts.findAncestor(n, ts.isReturnStatement) !== undefined;
}

function isEquality(expression: ts.Expression): boolean {
  const e = bare(expression);
  if (!ts.isBinaryExpression(e)) return false;
  if (e.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return isEquality(e.left) || isEquality(e.right);
  return e.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken || e.operatorToken.kind === ts.SyntaxKind.EqualsEqualsToken;
}
