import ts from 'typescript';

/**
 * Expressions that V8 does not count: defaults of parameters and patterns, the right side of `??=` and its kin, what stands inside
 * an optional chain. They could be wrong and never run without any number showing it, so the audit tries all of them. Names,
 * literals and lists of them have nothing to hide, and a function has counters of its own.
 */
export function isUncounted(n: ts.Node): boolean {
  const { parent } = n;
  if (!ts.isExpression(n) || isPlain(n)) return false;
  if (ts.isParameter(parent) || ts.isBindingElement(parent)) return parent.initializer === n;
  if (ts.isBinaryExpression(parent)) return parent.right === n && LOGICAL.has(parent.operatorToken.kind);
  if (!ts.isOptionalChain(parent)) return false;
  return ts.isCallExpression(parent) ? parent.arguments.includes(n) : ts.isElementAccessExpression(parent) && parent.argumentExpression === n;
}

const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.QuestionQuestionEqualsToken, ts.SyntaxKind.BarBarEqualsToken, ts.SyntaxKind.AmpersandAmpersandEqualsToken]);
const CONSTANTS: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword]);

function isPlain(e: ts.Node): boolean {
  if (ts.isParenthesizedExpression(e) || ts.isAsExpression(e) || ts.isNonNullExpression(e) || ts.isSatisfiesExpression(e) || ts.isPropertyAccessExpression(e)) return isPlain(e.expression);
  if (ts.isPrefixUnaryExpression(e)) return isPlain(e.operand);
  if (ts.isArrayLiteralExpression(e)) return e.elements.every(isPlain);
  if (ts.isObjectLiteralExpression(e)) return e.properties.every((p) => ts.isShorthandPropertyAssignment(p) || (ts.isPropertyAssignment(p) && isPlain(p.initializer)));
  return ts.isLiteralExpression(e) || ts.isIdentifier(e) || ts.isArrowFunction(e) || CONSTANTS.has(e.kind);
}
