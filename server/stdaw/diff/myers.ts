/** Runs of an edit script: lines `a[aFrom..aTo)` become `b[bFrom..bTo)`. In order, never touching. */
export interface EditRun {
  aFrom: number;
  aTo: number;
  bFrom: number;
  bTo: number;
}

/** Above this many edits the middle is replaced as a whole: still a correct diff, only a less short one. */
const MAX_EDITS = 1500;

/** Shortest edit script of two sequences (E. Myers, "An O(ND) Difference Algorithm", 1986). Deterministic. */
export function diffSequences(a: readonly string[], b: readonly string[]): EditRun[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const whole = { aFrom: head, aTo: a.length - tail, bFrom: head, bTo: b.length - tail };
  if (whole.aFrom === whole.aTo && whole.bFrom === whole.bTo) return [];
  if (whole.aFrom === whole.aTo || whole.bFrom === whole.bTo) return [whole];
  const keep = matchedPairs(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  if (keep === null) return [whole];
  const runs: EditRun[] = [];
  let [x, y] = [head, head];
  for (const [i, j] of [...keep.map(([i, j]) => [i + head, j + head] as const), [whole.aTo, whole.bTo] as const]) {
    if (i > x || j > y) runs.push({ aFrom: x, aTo: i, bFrom: y, bTo: j });
    [x, y] = [i + 1, j + 1];
  }
  return runs;
}

function matchedPairs(a: readonly string[], b: readonly string[]): [number, number][] | null {
  const max = Math.min(a.length + b.length, MAX_EDITS);
  const v = new Int32Array(2 * max + 3);
  const trace: Int32Array[] = [];
  const mid = max + 1;
  for (let d = 0; d <= max; d++) {
    trace.push(v.slice(mid - d - 1, mid + d + 2));
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && v[mid + k - 1]! < v[mid + k + 1]!) ? v[mid + k + 1]! : v[mid + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      v[mid + k] = x;
      if (x >= a.length && x - k >= b.length) return backtrack(trace, a.length, b.length);
    }
  }
  return null;
}

function backtrack(trace: readonly Int32Array[], n: number, m: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [n, m];
  for (let d = trace.length - 1; d >= 0; d--) {
    const v = trace[d]!;
    const at = (k: number) => v[k + d + 1]!;
    const k = x - y;
    const prevK = k === -d || (k !== d && at(k - 1) < at(k + 1)) ? k + 1 : k - 1;
    const prevX = d === 0 ? 0 : at(prevK);
    const prevY = d === 0 ? 0 : prevX - prevK;
    while (x > prevX && y > prevY) pairs.push([--x, --y]);
    [x, y] = [prevX, prevY];
  }
  return pairs.reverse();
}
