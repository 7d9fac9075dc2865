import ts from 'typescript';
import type { TextFile } from '../diff/types';
import { parseModule } from '../scope/declarations';
import { isUncounted } from './uncounted';

/** A statement inside a function, or an expression, that can be replaced by `throw`. */
export interface ThrowPoint {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** An expression that no counter sees; the audit tries all of these. */
  readonly uncounted?: true;
}

/** Every plain statement of function bodies, and what V8 does not count; loops and branches are reached through what they hold. */
export function throwPoints(files: readonly TextFile[]): ThrowPoint[] {
  return files.flatMap(({ path, text }) => {
    const file = parseModule(path, text);
    const points: ThrowPoint[] = [];
    const visit = (n: ts.Node, inside: boolean): void => {
      if (inside && isPlain(n)) points.push({ path, start: n.getStart(file), end: n.end, line: file.getLineAndCharacterOfPosition(n.getStart(file)).line + 1 });
      if (isUncounted(n)) points.push({ path, start: n.getStart(file), end: n.end, line: file.getLineAndCharacterOfPosition(n.getStart(file)).line + 1, uncounted: true });
      ts.forEachChild(n, (c) => visit(c, inside || ts.isFunctionLike(n)));
    };
    visit(file, false);
    return points;
  });
}

function isPlain(n: ts.Node): boolean {
  return ts.isReturnStatement(n) || ts.isThrowStatement(n) || (ts.isExpressionStatement(n) && !isSuperCall(n)) || (ts.isVariableStatement(n) && n.declarationList.declarations.some((d) => d.initializer));
}

const isSuperCall = (n: ts.ExpressionStatement) => ts.isCallExpression(n.expression) && n.expression.expression.kind === ts.SyntaxKind.SuperKeyword;
