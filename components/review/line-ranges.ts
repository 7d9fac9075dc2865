/** 3, 4, 5, 9 → "3–5, 9". */
export function lineRanges(lines: readonly number[]): string {
  const out: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = out.at(-1);
    if (last && line <= last[1] + 1) last[1] = line;
    else out.push([line, line]);
  }
  return out.map(([a, b]) => (a === b ? String(a) : `${a}–${b}`)).join(', ');
}
