import type { TextFile } from '../diff/types';

/**
 * A frame that names a function of the package but not its line, put on the line where that function is declared. A function that
 * changed its arguments has returned when the judge finds out: there is no stack to read a line from.
 */
export function atDeclaration<T extends { readonly file: string; readonly fn: string; readonly line: number; readonly column: number }>(frame: T, sources: readonly TextFile[]): T {
  const text = sources.find((f) => f.path === frame.file)?.text;
  if (text === undefined || !/^\w+$/.test(frame.fn)) return frame;
  const at = text.split('\n').findIndex((line) => new RegExp(`^\\s*(?:export\\s+)?(?:function|const|def)\\s+${frame.fn}\\b`).test(line));
  return at < 0 ? frame : { ...frame, line: at + 1, column: 1 };
}
