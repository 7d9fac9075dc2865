export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Where the value at `path` stands in a JSON text, so that an issue is shown at its line. When the path is not there
 * (a missing key), the nearest ancestor that is; null when the text is not JSON.
 */
export function locateJsonPath(text: string, path: readonly string[]): TextRange | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return findValue(text, skipSpace(text, 0), path).range;
}

/** Range of the value at `at`, or of the descendant `path` leads to; `end` is the offset after the whole value. */
function findValue(text: string, at: number, path: readonly string[]): { range: TextRange; end: number } {
  const first = text[at];
  if (first !== '{' && first !== '[') {
    const end = scalarEnd(text, at);
    return { range: { from: at, to: end }, end };
  }
  const close = first === '{' ? '}' : ']';
  let found: TextRange | null = null;
  let index = 0;
  let i = skipSpace(text, at + 1);
  while (text[i] !== close) {
    let key = String(index);
    if (first === '{') {
      const keyEnd = scalarEnd(text, i);
      key = JSON.parse(text.slice(i, keyEnd)) as string;
      i = skipSpace(text, skipSpace(text, keyEnd) + 1);
    }
    const child = findValue(text, i, key === path[0] ? path.slice(1) : []);
    if (path.length > 0 && key === path[0]) found = child.range;
    i = skipSpace(text, child.end);
    if (text[i] === ',') i = skipSpace(text, i + 1);
    index += 1;
  }
  // A missing key is marked at the opening bracket, not over the whole object.
  return { range: found ?? { from: at, to: path.length > 0 ? at + 1 : i + 1 }, end: i + 1 };
}

function scalarEnd(text: string, at: number): number {
  if (text[at] !== '"') {
    const match = /[,\]}\s]/.exec(text.slice(at));
    return match ? at + match.index : text.length;
  }
  let i = at + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length && /\s/.test(text[i] ?? '')) i += 1;
  return i;
}
