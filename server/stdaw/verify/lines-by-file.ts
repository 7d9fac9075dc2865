/** Lines of each file, once and in order, as the gradient lists them: one entry a file. */
export function linesByFile(places: readonly { readonly path: string; readonly line: number }[]): { path: string; lines: number[] }[] {
  const lines = new Map<string, Set<number>>();
  for (const { path, line } of places) lines.set(path, (lines.get(path) ?? new Set()).add(line));
  return [...lines].map(([path, set]) => ({ path, lines: [...set].sort((a, b) => a - b) }));
}
