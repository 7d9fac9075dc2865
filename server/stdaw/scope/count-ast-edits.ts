import ts from 'typescript';
import { diffSequences } from '../diff/myers';
import { parseModule, tokensOf } from './declarations';

/**
 * Size of a change in nodes of the syntax tree: how many smallest differing parts two versions of a module have.
 * A changed literal, name or operator counts 1; an inserted or deleted part counts 1 and 1 for each statement inside it.
 * Comments and layout count nothing.
 */
export function countAstEdits(path: string, before: string, after: string): number {
  const a = parseModule(path, before);
  const b = parseModule(path, after);
  return compareLists(a.statements, b.statements, a, b);
}

/** Edits of a file that is new (or gone): all of it. */
export function countWholeFile(path: string, text: string): number {
  const file = parseModule(path, text);
  return file.statements.reduce((sum, s) => sum + weight(s), 0);
}

function compareLists(a: readonly ts.Node[], b: readonly ts.Node[], fa: ts.SourceFile, fb: ts.SourceFile): number {
  const ta = a.map((n) => tokensOf(n, fa));
  const tb = b.map((n) => tokensOf(n, fb));
  let edits = 0;
  for (const run of diffSequences(ta, tb)) {
    const olds = a.slice(run.aFrom, run.aTo);
    const news = b.slice(run.bFrom, run.bTo);
    // Pairs of the same kind are looked into; what has no partner was inserted or deleted.
    for (const old of olds) {
      const at = news.findIndex((n) => n.kind === old.kind && sameName(n, old));
      if (at < 0) edits += weight(old);
      else edits += compareNodes(old, news.splice(at, 1)[0]!, fa, fb);
    }
    for (const fresh of news) edits += weight(fresh);
  }
  return edits;
}

function sameName(a: ts.Node, b: ts.Node): boolean {
  const name = (n: ts.Node) => (ts.isFunctionDeclaration(n) || ts.isClassElement(n) || ts.isClassDeclaration(n) ? n.name?.getText() : undefined);
  return name(a) === name(b);
}

function compareNodes(a: ts.Node, b: ts.Node, fa: ts.SourceFile, fb: ts.SourceFile): number {
  const ca = childrenOf(a, fa);
  const cb = childrenOf(b, fb);
  if (ca.length === 0 || cb.length === 0) return 1;
  // The parts of an expression have fixed places; only lists of statements and members are aligned.
  if (!ts.isBlock(a) && !ts.isClassDeclaration(a) && ca.length === cb.length && ca.every((c, i) => c.kind === cb[i]!.kind)) {
    return ca.reduce((sum, c, i) => sum + (tokensOf(c, fa) === tokensOf(cb[i]!, fb) ? 0 : compareNodes(c, cb[i]!, fa, fb)), 0);
  }
  return Math.max(1, compareLists(ca, cb, fa, fb));
}

function childrenOf(node: ts.Node, file: ts.SourceFile): ts.Node[] {
  return node.getChildren(file).flatMap((c) => (ts.isJSDoc(c) ? [] : c.kind === ts.SyntaxKind.SyntaxList ? c.getChildren(file) : [c]));
}

function weight(node: ts.Node): number {
  let statements = 0;
  const visit = (n: ts.Node) => {
    if (n !== node && ts.isStatement(n) && !ts.isBlock(n)) statements++;
    ts.forEachChild(n, visit);
  };
  visit(node);
  return 1 + statements;
}
