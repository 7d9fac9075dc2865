/** Edits (insert, drop, replace) that turn one word into another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/** `; did you mean X?` for the known word that is near (at most a third of its letters off) or begun, else nothing. */
export function nearestOf(word: string, known: readonly string[]): string {
  const ranked = known.map((candidate) => ({ candidate, off: distance(word.toLowerCase(), candidate.toLowerCase()) })).sort((a, b) => a.off - b.off);
  const best = ranked[0];
  const begun = word.replace(/^-+/, '').length >= 3 ? known.find((candidate) => candidate.startsWith(word)) : undefined;
  const hit = best && best.off <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : begun;
  return hit === undefined ? '' : `; did you mean ${hit}?`;
}
