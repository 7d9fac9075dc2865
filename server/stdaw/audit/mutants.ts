import ts from 'typescript';
import type { TextFile } from '../diff/types';
import { parseModule } from '../scope/declarations';
import type { TextEdit } from './edits';

/** A small change of meaning that good tests notice. */
export interface Mutant extends TextEdit {
  readonly line: number;
  readonly kind: 'operator' | 'number' | 'condition' | 'negation' | 'removal' | 'call';
  readonly before: string;
}

const K = ts.SyntaxKind;
const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.PlusToken, '-'], [K.MinusToken, '+'], [K.AsteriskToken, '/'], [K.SlashToken, '*'], [K.PercentToken, '*'],
  [K.LessThanToken, '<='], [K.LessThanEqualsToken, '<'], [K.GreaterThanToken, '>='], [K.GreaterThanEqualsToken, '>'],
  [K.EqualsEqualsEqualsToken, '!=='], [K.ExclamationEqualsEqualsToken, '==='], [K.AmpersandAmpersandToken, '||'], [K.BarBarToken, '&&'], [K.QuestionQuestionToken, '&&'],
  [K.PlusEqualsToken, '-='], [K.MinusEqualsToken, '+='], [K.AsteriskEqualsToken, '/='], [K.SlashEqualsToken, '*='],
]);

/** Calls that only make another type or copy of what they are given: taking them away need not change anything. */
const CONVERSIONS: ReadonlySet<string> = new Set(['Number', 'String', 'Boolean', 'BigInt', 'from', 'of', 'freeze', 'fromEntries', 'slice', 'toString', 'keys', 'entries', 'values']);

/**
 * What a call works on: its first argument, or the object of a method. Code without operators is questioned by its calls, each in two
 * ways, so that one call that nobody checks is enough to be seen. Null where the answer would say nothing.
 */
function givenTo(call: ts.CallExpression): ts.Expression | null {
  const { expression: callee, arguments: [first] } = call;
  const method = ts.isPropertyAccessExpression(callee);
  if (CONVERSIONS.has(method ? callee.name.text : callee.getText())) return null;
  const given = method && !(ts.isIdentifier(callee.expression) && callee.expression.text === 'Math') ? callee.expression : first;
  return given && !ts.isSpreadElement(given) && !ts.isFunctionLike(given) && given.kind !== K.SuperKeyword && !(ts.isIdentifier(given) && given.text === 'Object') ? given : null;
}

/** All mutants of the modules; with `lines` only those on lines it accepts (the lines a proposal changed). */
export function makeMutants(files: readonly TextFile[], accepts: (path: string, line: number) => boolean = () => true): Mutant[] {
  return files.flatMap(({ path, text }) => {
    const file = parseModule(path, text);
    const found: Mutant[] = [];
    const add = (from: ts.Node | number, end: number, replacement: string, kind: Mutant['kind']): void => {
      const start = typeof from === 'number' ? from : from.getStart(file);
      const line = file.getLineAndCharacterOfPosition(start).line + 1;
      if (accepts(path, line)) found.push({ path, start, end, text: replacement, line, kind, before: text.slice(start, end) });
    };
    const visit = (n: ts.Node): void => {
      if (ts.isTypeNode(n) || ts.isInterfaceDeclaration(n) || ts.isTypeAliasDeclaration(n) || ts.isImportDeclaration(n) || ts.isExportDeclaration(n)) return;
      if (ts.isBinaryExpression(n)) {
        const swapped = OPERATORS.get(n.operatorToken.kind);
        if (swapped) add(n.operatorToken, n.operatorToken.end, swapped, 'operator');
      }
      if (ts.isNumericLiteral(n) && !ts.isPropertyAssignment(n.parent.parent)) add(n, n.end, `(${n.getText(file)} + 1)`, 'number');
      const condition = ts.isIfStatement(n) ? n.expression : ts.isConditionalExpression(n) ? n.condition : null;
      if (condition) for (const value of ['true', 'false']) add(condition, condition.end, value, 'condition');
      if (ts.isPrefixUnaryExpression(n) && (n.operator === K.ExclamationToken || n.operator === K.MinusToken)) add(n.getStart(file), n.operand.getStart(file), '', 'negation');
      if (ts.isExpressionStatement(n)) add(n, n.end, ';', 'removal');
      const given = ts.isCallExpression(n) && !ts.isExpressionStatement(n.parent) ? givenTo(n) : null;
      if (given) for (const text of [`(${given.getText(file)})`, '0']) add(n, n.end, text, 'call');
      ts.forEachChild(n, visit);
    };
    visit(file);
    return found;
  });
}
