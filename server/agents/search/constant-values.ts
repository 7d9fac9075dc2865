import type { SiteWord } from './edit-candidate';
import type { Mandate } from './read-mandate';
import { conceptsOf, stem } from './words';

const CAP_STEMS = new Set(['max', 'maximum', 'cap', 'limit', 'ceiling', 'upper', 'most', 'participation'].map(stem));
const FLOOR_STEMS = new Set(['min', 'minimum', 'floor', 'lower', 'least'].map(stem));
const COUNT_STEMS = new Set(['top', 'count', 'names', 'holdings', 'breadth', 'picks'].map(stem));

interface Proposed {
  readonly value: number;
  readonly base: number;
}

/** True when a larger value is the tighter one, false when a smaller is, null when the words do not tell. */
export function tightenUp(words: readonly SiteWord[]): boolean | null {
  const strong = words.filter((w) => w.weight >= 0.8).map((w) => stem(w.word));
  if (strong.some((s) => FLOOR_STEMS.has(s))) return true;
  if (strong.some((s) => COUNT_STEMS.has(s))) return true;
  if (strong.some((s) => CAP_STEMS.has(s))) return false;
  const concepts = new Set(words.filter((w) => w.weight >= 0.4).flatMap((w) => conceptsOf(w.word)));
  if (concepts.has('schedule') || concepts.has('buffer') || concepts.has('horizon')) return true;
  if (concepts.has('liquidity')) return true;
  return null;
}

/** Least change first: a small step is likelier to keep what the tests pin. Numbers the mandate names come before all. */
export function otherValues(value: number, mandate: Mandate): Proposed[] {
  const integer = Number.isInteger(value);
  const fraction = value > 0 && value < 1;
  const proposed: Proposed[] = [];
  for (const n of mandate.numbers) {
    const fits = fraction ? n.unit === 'fraction' : integer && n.unit !== 'fraction' && value < 1000;
    if (fits) proposed.push({ value: n.value, base: n.unit === 'count' ? 0.6 : 1 });
  }
  const scale = (factors: readonly (readonly [number, number])[], map: (x: number) => number): void => {
    for (const [factor, base] of factors) proposed.push({ value: map(value * factor), base });
  };
  if (value === 0) for (const [n, base] of [[1, 0.6], [2, 0.6], [5, 0.5], [10, 0.4]] as const) proposed.push({ value: n, base });
  else if (fraction) scale([[0.5, 0.8], [2, 0.8], [0.25, 0.6], [1.5, 0.6], [4, 0.5]], (x) => Math.min(1, x));
  else if (integer) scale([[2, 0.8], [3, 0.7], [5, 0.7], [10, 0.6], [20, 0.5], [0.5, 0.6], [0.2, 0.4]], (x) => Math.max(1, Math.round(x)));
  else scale([[2, 0.8], [0.5, 0.8], [5, 0.5], [0.2, 0.5]], (x) => x);
  const seen = new Set([value]);
  return proposed.filter((p) => Number.isFinite(p.value) && !seen.has(p.value) && seen.add(p.value));
}

/** At most six digits. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
