import ts from 'typescript';
import { diffSequences } from '../diff/myers';
import { parseModule, tokensOf } from './declarations';

/**
 * Size of a change in nodes of the syntax tree: how many smallest differing parts two versions of a module have.
 * A changed literal, name or operator counts 1; an inserted or deleted part counts 1 and 1 for each statement inside it, but at least 1
 * for every 32 tokens: a change cannot hide in one long expression.
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
  return file.statements.reduce((sum, s) => sum + weight(s, file), 0);
}

function compareLists(a: readonly ts.Node[], b: readonly ts.Node[], fa: ts.SourceFile, fb: ts.SourceFile): number {
  const ta = a.map((n) => tokensOf(n, fa));
  const tb = b.map((n) => tokensOf(n, fb));
  let count = 0;
  for (const run of diffSequences(ta, tb)) {
    const olds = a.slice(run.aFrom, run.aTo);
    const news = b.slice(run.bFrom, run.bTo);
    // Pairs of the same kind are looked into; the rest is a replacement as far as it pairs up, then insertion or deletion.
    const alone: ts.Node[] = [];
    for (const old of olds) {
      const at = news.findIndex((n) => n.kind === old.kind && sameName(n, old));
      if (at < 0) alone.push(old);
      else count += compareNodes(old, news.splice(at, 1)[0]!, fa, fb);
    }
    for (let i = 0; i < Math.max(alone.length, news.length); i++) count += Math.max(alone[i] ? weight(alone[i]!, fa) : 0, news[i] ? weight(news[i]!, fb) : 0);
  }
  return count;
}

function sameName(a: ts.Node, b: ts.Node): boolean {
  const name = (n: ts.Node) => (ts.isFunctionDeclaration(n) || ts.isClassElement(n) || ts.isClassDeclaration(n) ? n.name?.getText() : undefined);
  return name(a) === name(b);
}

function compareNodes(a: ts.Node, b: ts.Node, fa: ts.SourceFile, fb: ts.SourceFile): number {
  const ca = childrenOf(a, fa);
  const cb = childrenOf(b, fb);
  if (wraps(a, b, fa, fb) || wraps(b, a, fb, fa)) return edits(Math.abs(size(a, fa) - size(b, fb)));
  if (ca.length === 0 || cb.length === 0) return Math.max(weight(a, fa), weight(b, fb));
  // The parts of an expression have fixed places; only lists of statements and members are aligned.
  if (!ts.isBlock(a) && !ts.isClassDeclaration(a) && ca.length === cb.length && ca.every((c, i) => c.kind === cb[i]!.kind)) {
    return ca.reduce((sum, c, i) => sum + (tokensOf(c, fa) === tokensOf(cb[i]!, fb) ? 0 : compareNodes(c, cb[i]!, fa, fb)), 0);
  }
  return Math.max(1, compareLists(ca, cb, fa, fb));
}

/** `outer` is an expression that holds `inner` unchanged: x became Math.max(0, x). */
function wraps(outer: ts.Node, inner: ts.Node, fo: ts.SourceFile, fi: ts.SourceFile): boolean {
  if (!ts.isExpression(outer) || !ts.isExpression(inner)) return false;
  const wanted = tokensOf(inner, fi);
  const holds = (n: ts.Node): boolean => tokensOf(n, fo) === wanted || ts.forEachChild(n, (c) => holds(c) || undefined) === true;
  return holds(outer);
}

function childrenOf(node: ts.Node, file: ts.SourceFile): ts.Node[] {
  return node.getChildren(file).flatMap((c) => (ts.isJSDoc(c) ? [] : c.kind === ts.SyntaxKind.SyntaxList ? c.getChildren(file) : [c]));
}

const TOKENS_PER_EDIT = 32;
const edits = (tokens: number) => Math.max(1, Math.ceil(tokens / TOKENS_PER_EDIT));

function size(node: ts.Node, file: ts.SourceFile): number {
  let tokens = 0;
  const visit = (n: ts.Node) => {
    const children = n.getChildren(file).filter((c) => !ts.isJSDoc(c));
    if (children.length > 0) children.forEach(visit);
    else if (n.kind !== ts.SyntaxKind.SyntaxList) tokens++;
  };
  visit(node);
  return tokens;
}

function weight(node: ts.Node, file: ts.SourceFile): number {
  let statements = 0;
  const visit = (n: ts.Node) => {
    if (n !== node && ts.isStatement(n) && !ts.isBlock(n)) statements++;
    ts.forEachChild(n, visit);
  };
  visit(node);
  return Math.max(1 + statements, edits(size(node, file)));
}
