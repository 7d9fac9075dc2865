import ts from 'typescript';
import { parseModule } from '../scope/declarations';
import { countLookup } from './count-lookup';
import type { CoverageCount, CoverageKind, CoverageReport, FileCoverage, PackageFile, RawCoverage, V8FileCoverage } from './types';

const KINDS: CoverageKind[] = ['statements', 'branches', 'functions', 'lines'];
const SHORT_CIRCUITS = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, '&&'],
  [ts.SyntaxKind.BarBarToken, '||'],
  [ts.SyntaxKind.QuestionQuestionToken, '??'],
  [ts.SyntaxKind.AmpersandAmpersandEqualsToken, '&&='],
  [ts.SyntaxKind.BarBarEqualsToken, '||='],
  [ts.SyntaxKind.QuestionQuestionEqualsToken, '??='],
]);

/**
 * Statement, branch, function and line coverage of the TypeScript text from V8's counters. Reads no comment, so no ignore
 * hint exists. What runs while a module is imported counts for top-level statements only: calling one's own functions at
 * import covers nothing.
 */
export function measureCoverage(sources: readonly PackageFile[], raw: RawCoverage): CoverageReport {
  const byUrl = (scripts: readonly V8FileCoverage[]) => new Map(scripts.map((script) => [script.url, script]));
  const atImport = byUrl(raw.import);
  const inTests = byUrl(raw.test);
  const files = sources.map((file) => measureFile(file, countLookup(atImport.get(file.path)), countLookup(inTests.get(file.path))));
  const total = Object.fromEntries(KINDS.map((kind) => [kind, percent(sum(files.map((file) => file[kind])))])) as Record<CoverageKind, number>;
  return { total, files };
}

/** Percent rounded down to 0.01, so that 94.999 never reads as 95; nothing to cover is 100. */
export function percent({ covered, total }: CoverageCount): number {
  return total === 0 ? 100 : Math.floor((covered * 10_000) / total) / 100;
}

function sum(counts: readonly CoverageCount[]): CoverageCount {
  return { covered: counts.reduce((n, c) => n + c.covered, 0), total: counts.reduce((n, c) => n + c.total, 0) };
}

interface Point {
  line: number;
  column: number;
  count: number;
  what: string;
}

function measureFile(file: PackageFile, atImport: (position: number) => number, inTests: (position: number) => number): FileCoverage {
  const source = parseModule(file.path, file.text);
  const statements: Point[] = [];
  const branches: Point[] = [];
  const functions: Point[] = [];

  const countAt = (node: ts.Node, top: boolean): number => inTests(node.getStart(source)) || (top ? atImport(node.getStart(source)) : 0);
  const point = (node: ts.Node, count: number, what: string): Point => {
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { line: line + 1, column: character + 1, count, what };
  };
  const branch = (node: ts.Node, top: boolean, what: string): void => {
    branches.push(point(node, countAt(node, top), what));
  };

  const visit = (node: ts.Node, top: boolean): void => {
    if (ts.isTypeNode(node) || isTypeOnly(node)) return;
    if (ts.isFunctionLike(node) && bodyOf(node)) {
      const body = bodyOf(node)!;
      functions.push(point(node, countAt(body, false), node.name?.getText(source) ?? '(anonymous)'));
      if (!ts.isBlock(body)) statements.push(point(body, countAt(body, false), 'expression'));
      ts.forEachChild(node, (child) => visit(child, child === body ? false : top));
      return;
    }
    if (isCountedStatement(node)) statements.push(point(node, countAt(node, top), 'statement'));
    if (ts.isIfStatement(node)) {
      branch(node.thenStatement, top, 'if');
      if (node.elseStatement) branch(node.elseStatement, top, 'else');
      else branches.push(point(node, Math.max(0, countAt(node, top) - countAt(node.thenStatement, top)), 'no else'));
    } else if (ts.isConditionalExpression(node)) {
      branch(node.whenTrue, top, '? side');
      branch(node.whenFalse, top, ': side');
    } else if (ts.isBinaryExpression(node) && SHORT_CIRCUITS.has(node.operatorToken.kind)) {
      branch(node.right, top, `right side of ${SHORT_CIRCUITS.get(node.operatorToken.kind)}`);
    } else if (ts.isCaseOrDefaultClause(node) && node.statements[0]) {
      branch(node.statements[0], top, ts.isCaseClause(node) ? 'case' : 'default');
    }
    ts.forEachChild(node, (child) => visit(child, top));
  };
  ts.forEachChild(source, (child) => visit(child, true));

  const lines = new Map<number, number>();
  for (const { line, count } of statements) lines.set(line, Math.max(lines.get(line) ?? 0, count));
  const missed = (points: readonly Point[]): Point[] => points.filter((p) => p.count <= 0);
  const ratio = (points: readonly { count: number }[]): CoverageCount => ({ covered: points.filter((p) => p.count > 0).length, total: points.length });
  return {
    path: file.path,
    statements: ratio(statements),
    branches: ratio(branches),
    functions: ratio(functions),
    lines: ratio([...lines.values()].map((count) => ({ count }))),
    uncoveredLines: [...lines].filter(([, count]) => count <= 0).map(([line]) => line).sort((a, b) => a - b),
    uncoveredBranches: missed(branches).map(({ line, column, what }) => ({ line, column, what })),
    uncoveredFunctions: missed(functions).map(({ line, what }) => ({ line, name: what })),
  };
}

function bodyOf(node: ts.SignatureDeclaration): ts.Node | undefined {
  return (node as ts.FunctionLikeDeclaration).body;
}

function isTypeOnly(node: ts.Node): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
}

/** A statement V8 can count by itself: blocks, declarations and variables without a value do nothing when they run. */
function isCountedStatement(node: ts.Node): boolean {
  if (!ts.isStatement(node) || ts.isBlock(node) || ts.isEmptyStatement(node) || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return false;
  return !ts.isVariableStatement(node) || node.declarationList.declarations.some((declaration) => declaration.initializer !== undefined);
}
