import ts from 'typescript';
import { bare, type ModuleUnderCheck, walkValues } from './module-under-check';

/**
 * Computed keys: a key made at run time could name any member. Allowed are numbers, literals, and text keys of a record whose
 * values are plain data (weights by symbol). With a type checker this is exact; without one only text built on the spot is refused.
 */
export function checkKeys(m: ModuleUnderCheck): void {
  walkValues(m.file, (n) => {
    if (ts.isElementAccessExpression(n) && !keyIsSafe(m, n.argumentExpression, n.expression)) {
      m.report(n, 'dynamic-key', `The key ${m.quote(n.argumentExpression)} could name any member; use a number, or a record of plain values.`);
    }
    if (ts.isComputedPropertyName(n) && !keyIsSafe(m, n.expression, ts.isObjectLiteralExpression(n.parent.parent) ? n.parent.parent : null)) {
      m.report(n, 'dynamic-key', `The computed name ${m.quote(n)} could name any member.`);
    }
    if (ts.isBinaryExpression(n) && n.operatorToken.kind === ts.SyntaxKind.InKeyword && !ts.isStringLiteralLike(bare(n.left)) && isBuiltText(n.left)) {
      m.report(n, 'dynamic-key', 'The name left of "in" is built at run time.');
    }
  });
}

function keyIsSafe(m: ModuleUnderCheck, key: ts.Expression, object: ts.Expression | null): boolean {
  const k = bare(key);
  if (ts.isNumericLiteral(k) || ts.isStringLiteralLike(k)) return true;
  if (isBuiltText(k)) return false;
  if (!m.checker) return true;
  const type = m.checker.getTypeAtLocation(key);
  if (isKind(type, ts.TypeFlags.NumberLike)) return true;
  if (type.isUnion() ? type.types.every((t) => t.isStringLiteral() || t.flags & ts.TypeFlags.NumberLike) : type.isStringLiteral()) return true;
  if (!isKind(type, ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike) || object === null) return false;
  if (ts.isObjectLiteralExpression(object)) return object.properties.every((p) => !ts.isMethodDeclaration(p) && !(ts.isPropertyAssignment(p) && ts.isFunctionLike(bare(p.initializer))));
  const value = m.checker.getIndexTypeOfType(m.checker.getNonNullableType(m.checker.getTypeAtLocation(object)), ts.IndexKind.String);
  return value !== undefined && isPlainData(value, m.checker, new Set());
}

/** Concatenation, templates and calls that make text: nobody needs them to name a member. */
function isBuiltText(expression: ts.Expression): boolean {
  const e = bare(expression);
  if (ts.isTemplateExpression(e)) return true;
  if (ts.isBinaryExpression(e) && e.operatorToken.kind === ts.SyntaxKind.PlusToken) return isBuiltText(e.left) || isBuiltText(e.right) || ts.isStringLiteralLike(bare(e.left)) || ts.isStringLiteralLike(bare(e.right));
  if (ts.isCallExpression(e) && ts.isPropertyAccessExpression(e.expression)) return ['join', 'concat', 'fromCharCode', 'fromCodePoint', 'replace', 'replaceAll', 'repeat', 'slice', 'substring'].includes(e.expression.name.text) && !isKindNumeric(e);
  return false;
}

const isKindNumeric = (e: ts.CallExpression) => ts.isPropertyAccessExpression(e.expression) && ts.isIdentifier(e.expression.expression) && e.expression.expression.text === 'Math';

function isKind(type: ts.Type, flags: ts.TypeFlags): boolean {
  return type.isUnion() ? type.types.every((t) => (t.flags & flags) !== 0) : (type.flags & flags) !== 0;
}

/** Primitives and arrays or records of them: nothing that can be called. */
function isPlainData(type: ts.Type, checker: ts.TypeChecker, seen: Set<ts.Type>): boolean {
  if (seen.has(type)) return true;
  seen.add(type);
  if (type.isUnion()) return type.types.every((t) => isPlainData(t, checker, seen));
  const primitive = ts.TypeFlags.NumberLike | ts.TypeFlags.StringLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.Null | ts.TypeFlags.Undefined;
  if (type.flags & primitive) return true;
  if (!(type.flags & ts.TypeFlags.Object) || type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return false;
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (element) return isPlainData(element, checker, seen);
  const value = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  return (value === undefined || isPlainData(value, checker, seen)) && type.getProperties().every((p) => isPlainData(checker.getTypeOfSymbol(p), checker, seen));
}
