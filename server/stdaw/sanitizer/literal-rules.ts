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
 * the tests is reported, also as the value of an expression or a text, and every new calendar date; without one only numbers given as the answer to an equality with one particular input.
 */
export function checkLiterals(m: ModuleUnderCheck, inTests: ReadonlySet<number>, base: { readonly numbers: ReadonlySet<number>; readonly text: string } | null): void {
  const isNew = (n: ts.Node, value: number) => base !== null && inTests.has(value) && !base.numbers.has(value) && !base.text.includes(n.getText(m.file));
  const known = base === null ? new Map<string, number>() : constantsOf(m.file);
  const isNewDate = (n: ts.LiteralLikeNode) => base !== null && DATE.test(n.text) && !base.text.includes(n.text);
  walkValues(m.file, (n) => {
    if (ts.isNumericLiteral(n)) {
      const value = Number(n.text);
      if (isNewDate(n)) reportDate(m, n);
      if (digits(n.getText(m.file)) < MIN_DIGITS || !inTests.has(value) || base?.numbers.has(value)) return;
      if (base !== null || isSpecialCase(n)) m.report(n, 'test-literal', `The number ${n.getText(m.file)} stands in the tests and is new in the source: compute it instead of copying it.`);
    } else if (ts.isBinaryExpression(n) || ts.isCallExpression(n)) {
      const value = fold(n, known);
      if (typeof value === 'number' && isNew(n, Math.abs(value))) m.report(n, 'test-literal', `${m.quote(n)} is ${value}, which stands in the tests: compute it from the arguments.`);
    } else if (ts.isStringLiteralLike(n)) {
      const numbers = [...n.text.matchAll(/\d+(?:\.\d+)?/g)].map((x) => x[0]);
      if (isNewDate(n)) reportDate(m, n);
      if (numbers.length === 1 && digits(numbers[0]!) >= MIN_DIGITS && isNew(n, Number(numbers[0]))) m.report(n, 'test-literal', 'The text is a number that stands in the tests.');
      if (numbers.length >= 2 && numbers.some((x) => digits(x) >= 1 && inTests.has(Number(x)))) m.report(n, 'test-literal', 'The text lists inputs that stand in the tests.');
    }
  });
}

/** 2024-02-05, 2024/02, 20240205; not 200512, which may be the code of a share. */
const DATE = /(?<!\d)(?:19|20)\d\d(?:[-/.](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)/;
const reportDate = (m: ModuleUnderCheck, n: ts.Node) => m.report(n, 'calendar-literal', 'A date of the calendar decides what the strategy does: that fits the days of one simulation, not the market.');

/** Numbers that names at module level stand for, where they can be read off. */
function constantsOf(file: ts.SourceFile): Map<string, number> {
  const known = new Map<string, number>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const d of statement.declarationList.declarations) {
      const value = ts.isIdentifier(d.name) && d.initializer ? fold(d.initializer, known) : null;
      if (typeof value === 'number') known.set((d.name as ts.Identifier).text, value);
    }
  }
  return known;
}

/** Value of an expression of literals and such names only (a hidden number or the text of one), or null. */
function fold(expression: ts.Expression, known: ReadonlyMap<string, number>): number | string | null {
  const e = bare(expression);
  if (ts.isNumericLiteral(e)) return Number(e.text);
  if (ts.isStringLiteralLike(e)) return e.text;
  if (ts.isIdentifier(e)) return known.get(e.text) ?? null;
  if (ts.isPrefixUnaryExpression(e) && (e.operator === ts.SyntaxKind.MinusToken || e.operator === ts.SyntaxKind.PlusToken)) {
    const value = fold(e.operand, known);
    return value === null ? null : e.operator === ts.SyntaxKind.MinusToken ? -Number(value) : Number(value);
  }
  if (ts.isCallExpression(e)) return foldCall(e, known);
  if (!ts.isBinaryExpression(e)) return null;
  const [a, b] = [fold(e.left, known), fold(e.right, known)];
  if (a === null || b === null) return null;
  if (e.operatorToken.kind === ts.SyntaxKind.PlusToken && (typeof a === 'string' || typeof b === 'string')) return `${a}${b}`.slice(0, 100);
  const operation = OPERATIONS[e.operatorToken.kind];
  return operation ? operation(Number(a), Number(b)) : null;
}

function foldCall(call: ts.CallExpression, known: ReadonlyMap<string, number>): number | null {
  const name = call.expression.getText().replace(/^(?:Number|Math)\./, '');
  const given = call.arguments.map((a) => fold(a, known));
  const [first = null, second = null] = given;
  if (first === null || given.includes(null)) return null;
  if (name === 'Number' || name === 'parseFloat') return Number(first);
  if (name === 'parseInt') return Number.parseInt(String(first), second === null ? 10 : Number(second));
  return name === 'pow' && second !== null ? Number(first) ** Number(second) : null;
}

const OPERATIONS: Partial<Record<ts.SyntaxKind, (a: number, b: number) => number>> = {
  [ts.SyntaxKind.PlusToken]: (a, b) => a + b, [ts.SyntaxKind.MinusToken]: (a, b) => a - b, [ts.SyntaxKind.AsteriskToken]: (a, b) => a * b, [ts.SyntaxKind.SlashToken]: (a, b) => a / b, [ts.SyntaxKind.AsteriskAsteriskToken]: (a, b) => a ** b,
  [ts.SyntaxKind.PercentToken]: (a, b) => a % b, [ts.SyntaxKind.LessThanLessThanToken]: (a, b) => a << b, [ts.SyntaxKind.GreaterThanGreaterThanToken]: (a, b) => a >> b, [ts.SyntaxKind.BarToken]: (a, b) => a | b, [ts.SyntaxKind.CaretToken]: (a, b) => a ^ b,
};

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
