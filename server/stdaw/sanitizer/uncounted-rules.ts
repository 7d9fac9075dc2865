import ts from 'typescript';
import { bare, type ModuleUnderCheck, walkValues } from './module-under-check';

/**
 * V8 counts no branch for defaults of parameters and patterns and for what stands inside an optional chain: code there could be
 * wrong and never run without any number showing it. Names, literals and lists of them have nothing to hide.
 */
export function checkUncounted(m: ModuleUnderCheck): void {
  walkValues(m.file, (n) => {
    if ((ts.isParameter(n) || ts.isBindingElement(n)) && n.initializer && !isPlain(n.initializer)) {
      m.report(n.initializer, 'uncounted-branch', `Coverage does not count whether the default ${m.quote(n.initializer)} is ever used; use a constant, or compute it in the body.`);
    }
    if (!ts.isOptionalChain(n)) return;
    const parts = ts.isCallExpression(n) ? n.arguments : ts.isElementAccessExpression(n) ? [n.argumentExpression] : [];
    for (const part of parts) if (!isPlain(part)) m.report(part, 'uncounted-branch', `Coverage does not count whether ${m.quote(part)} inside "?." ever runs; compute it before.`);
  });
}

function isPlain(expression: ts.Expression): boolean {
  const e = bare(expression);
  if (ts.isPrefixUnaryExpression(e)) return ts.isNumericLiteral(e.operand);
  if (ts.isArrayLiteralExpression(e)) return e.elements.every(isPlain);
  if (ts.isObjectLiteralExpression(e)) return e.properties.every((p) => ts.isShorthandPropertyAssignment(p) || (ts.isPropertyAssignment(p) && isPlain(p.initializer)));
  if (ts.isPropertyAccessExpression(e)) return isPlain(e.expression);
  // A function has counters of its own.
  return ts.isLiteralExpression(e) || ts.isIdentifier(e) || ts.isArrowFunction(e) || [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(e.kind);
}
