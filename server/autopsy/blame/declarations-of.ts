import { splitLines } from '@/server/stdaw/diff/split-lines';

export interface Declaration {
  readonly symbol: string;
  /** Lines from 1, both inclusive; the comment above is part of it. */
  readonly from: number;
  readonly to: number;
}

const TYPESCRIPT = /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|const|let|var|class|interface|type)\s+([\w$]+)/;
const PYTHON = /^(?:(?:async\s+)?(?:def|class)\s+(\w+)|([A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=))/;
/** A line that belongs to what stands under it: a comment or a decorator. */
const ABOVE = /^(?:\/\/|\/\*|\s+\*|#|@)/;

/** Top-level declarations of a source file in order, told by how their lines begin: strategies are formatted. Lines before the first are `imports`. */
export function declarationsOf(path: string, text: string): Declaration[] {
  const lines = splitLines(text);
  const pattern = path.endsWith('.py') ? PYTHON : TYPESCRIPT;
  const starts = lines.flatMap((line, i) => {
    const match = pattern.exec(line);
    if (!match) return [];
    let first = i;
    while (first > 0 && ABOVE.test(lines[first - 1]!)) first--;
    return [{ symbol: match[1] ?? match[2] ?? '', first }];
  });
  const declarations = starts.map(({ symbol, first }, i) => ({ symbol, from: first + 1, to: starts[i + 1]?.first ?? lines.length }));
  const head = starts[0]?.first ?? lines.length;
  return head > 0 ? [{ symbol: 'imports', from: 1, to: head }, ...declarations] : declarations;
}
