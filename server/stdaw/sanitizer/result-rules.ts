import ts from 'typescript';
import { MUTATING_METHODS } from './allowed-names';
import { bare, type ModuleUnderCheck, walkValues } from './module-under-check';

/** A pure call whose result is thrown away only buys coverage ("piggyback"): executed, never asserted. */
export function checkResults(m: ModuleUnderCheck): void {
  walkValues(m.file, (n) => {
    if (!ts.isExpressionStatement(n)) return;
    let e = bare(n.expression);
    while (ts.isVoidExpression(e)) e = bare(e.expression);
    if (ts.isCallExpression(e)) {
      const callee = bare(e.expression);
      if (ts.isPropertyAccessExpression(callee) && (MUTATING_METHODS.has(callee.name.text) || callee.name.text === 'forEach')) return;
      if (callee.kind === ts.SyntaxKind.SuperKeyword) return;
      m.report(n, 'discarded-result', `The result of ${m.quote(callee)} is thrown away; a call without effect is not allowed.`);
    } else if (!isEffect(e)) m.report(n, 'discarded-result', `${m.quote(n)} has no effect.`);
  });
}

function isEffect(e: ts.Expression): boolean {
  if (ts.isBinaryExpression(e)) return e.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && e.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  return (ts.isPrefixUnaryExpression(e) || ts.isPostfixUnaryExpression(e)) && (e.operator === ts.SyntaxKind.PlusPlusToken || e.operator === ts.SyntaxKind.MinusMinusToken);
}
