import ts from 'typescript';
import type { ModuleUnderCheck } from './module-under-check';

const MAX_LINE = 160;
const MAX_STATEMENTS_PER_LINE = 3;

/** Tab, newline, printable ASCII, Latin, the common dashes and quotes, arrows and mathematical signs, CJK: what a person can read and a reviewer cannot be fooled by. */
const EXOTIC = /[^\t\n\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u0370-\u03ff\u2010-\u2027\u2030-\u205e\u2070-\u209c\u2190-\u21ff\u2200-\u22ff\u3000-\u3002\u4e00-\u9fff\uff08\uff09\uff0c\uff1a]/;

/** Comments that tools obey: coverage exclusions, type-check suppressions, source maps. Ours ignores them; their presence is an attempt. */
const PRAGMA = /(?:c8|v8|istanbul|node:coverage|vitest|jest|esbuild|swc|stryker|nyc)[\s:-]*(?:ignore|disable|enable|start|stop|next|file|preserve)|@ts-(?:ignore|nocheck|expect-error|check)|(?:eslint|biome|oxlint)-?(?:disable|ignore)|@preserve|<reference|<amd-|coverage:(?:off|on)|pragma:|source(?:MappingURL|URL)/i;

/** What hides from a reader, or steers a tool. */
export function checkText(m: ModuleUnderCheck): void {
  const { file } = m;
  const exotic = file.text.search(EXOTIC);
  if (exotic >= 0) m.report(exotic, 'charset', `Character U+${file.text.codePointAt(exotic)!.toString(16).padStart(4, '0')} is not allowed in source.`);
  checkNames(m);
  for (const range of commentRanges(file)) {
    const text = file.text.slice(range.pos, range.end);
    if (PRAGMA.test(text)) m.report(range.pos, 'pragma-comment', 'Comments that steer coverage, type or lint tools are not allowed.');
  }
}

/** Texts and comments may be in any readable script, names are ASCII: no two of them look alike. */
function checkNames(m: ModuleUnderCheck): void {
  const visit = (n: ts.Node): void => {
    if ((ts.isIdentifier(n) || ts.isPrivateIdentifier(n)) && /[^\x20-\x7e]/.test(n.text)) m.report(n, 'charset', `The name ${m.quote(n)} has letters that are not ASCII; others could be taken for it.`);
    ts.forEachChild(n, visit);
  };
  visit(m.file);
}

/** What hides from coverage by line: many things on one line. */
export function checkDensity(m: ModuleUnderCheck): void {
  const { file } = m;
  let start = 0;
  for (const line of file.text.split('\n')) {
    if (line.length > MAX_LINE) m.report(start, 'line-length', `The line has ${line.length} characters; at most ${MAX_LINE} are allowed.`);
    start += line.length + 1;
  }
  const perLine = new Map<number, number>();
  const count = (n: ts.Node): void => {
    if (ts.isStatement(n) && !ts.isBlock(n) && !ts.isFunctionDeclaration(n)) {
      const line = file.getLineAndCharacterOfPosition(n.getStart(file)).line;
      perLine.set(line, (perLine.get(line) ?? 0) + 1);
    }
    ts.forEachChild(n, count);
  };
  count(file);
  for (const [line, n] of perLine) {
    if (n > MAX_STATEMENTS_PER_LINE) m.report(file.getPositionOfLineAndCharacter(line, 0), 'dense-line', `${n} statements stand on one line; at most ${MAX_STATEMENTS_PER_LINE} are allowed.`);
  }
}

/** Every comment, found by scanning the trivia between tokens; the parser decides what is a string, template or regular expression. */
function commentRanges(file: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const visit = (n: ts.Node): void => {
    for (const r of [...(ts.getLeadingCommentRanges(file.text, n.pos) ?? []), ...(ts.getTrailingCommentRanges(file.text, n.end) ?? [])]) found.set(r.pos, r);
    n.getChildren(file).forEach(visit);
  };
  visit(file);
  return [...found.values()];
}
