import type { Autopsy } from '@/server/contracts/autopsy';
import { type Concept, CONCEPTS, conceptsOf, splitWords, stem } from './words';

/** A number the mandate names, in the unit of code: days for periods, fractions for percentages. */
export interface MandateNumber {
  readonly value: number;
  readonly unit: 'days' | 'fraction' | 'count';
  /** The words it was read from. */
  readonly text: string;
}

/** What an autopsy asks for, in a form that edits can be scored against. */
export interface Mandate {
  readonly words: readonly { readonly word: string; readonly weight: number }[];
  readonly numbers: readonly MandateNumber[];
  /** Per concept: tighten (the default after a loss) or loosen. */
  readonly wish: Readonly<Record<Concept, 'tighten' | 'loosen'>>;
  /** Acceptance turnover per year (ratio), null when the autopsy names none. */
  readonly maxAnnualTurnover: number | null;
}

const LESS = new Set(['reduce', 'lower', 'cut', 'decrease', 'fewer', 'limit', 'shorten', 'shrink', 'smaller', 'avoid', 'curb', 'slow'].map(stem));
const MORE = new Set(['increase', 'raise', 'lengthen', 'extend', 'widen', 'larger', 'higher', 'longer', 'grow'].map(stem));
const LOOSEN = new Set(['relax', 'loosen', 'faster'].map(stem));
/** Quantities of which less is tighter, and those of which more is; a clause about anything else never loosens. */
const RATES = new Set('turnover frequency trade trading rebalance often churn cost friction slippage impact concentration exposure gross leverage loss drawdown weight cap participation position risk'.split(' ').map(stem));
const LEVELS = new Set('period interval hold holding lookback window horizon buffer band threshold liquidity breadth'.split(' ').map(stem));
const NAMED_PERIODS: Readonly<Record<string, number>> = { weekly: 5, week: 5, fortnightly: 10, biweekly: 10, monthly: 21, month: 21, quarterly: 63 };

/** Reads the mandate, the root cause (at half weight), a reviewer's reasons and the acceptance numbers. */
export function readMandate(autopsy: Autopsy, feedback: readonly string[] = []): Mandate {
  const primary = [autopsy.mandate, ...feedback];
  const words = new Map<string, { word: string; weight: number }>();
  const take = (text: string, weight: number): void => {
    for (const word of splitWords(text)) {
      if (!words.has(stem(word))) words.set(stem(word), { word, weight: conceptsOf(word).length > 0 ? weight : weight / 2 });
    }
  };
  for (const text of primary) take(text, 1);
  take(autopsy.diagnostics.root_cause, 0.3);
  return {
    words: [...words.values()],
    numbers: primary.flatMap(readNumbers),
    wish: readWish(primary),
    maxAnnualTurnover: autopsy.acceptance.max_annual_turnover ?? null,
  };
}

function readWish(texts: readonly string[]): Record<Concept, 'tighten' | 'loosen'> {
  const wish = Object.fromEntries(CONCEPTS.map((c) => [c, 'tighten'])) as Record<Concept, 'tighten' | 'loosen'>;
  for (const clause of texts.flatMap((t) => t.split(/[.;,:]| and | but /i))) {
    const stems = splitWords(clause).map(stem);
    const less = stems.some((s) => LESS.has(s));
    const more = stems.some((s) => MORE.has(s));
    const loosen = stems.some((s) => LOOSEN.has(s));
    for (const s of stems) {
      const against = RATES.has(s) ? more && !less : LEVELS.has(s) && less && !more;
      if (loosen || against) for (const concept of conceptsOf(s)) wish[concept] = 'loosen';
    }
  }
  return wish;
}

function readNumbers(text: string): MandateNumber[] {
  const found: MandateNumber[] = [];
  for (const match of text.matchAll(/(\d+(?:\.\d+)?)\s*(%|percent|bp|bps|trading days?|days?|sessions?|weeks?|months?)?/gi)) {
    const value = Number(match[1]);
    const unit = (match[2] ?? '').toLowerCase();
    const at = match[0].trim();
    if (unit === '%' || unit === 'percent') found.push({ value: value / 100, unit: 'fraction', text: at });
    else if (unit.startsWith('bp')) found.push({ value: value / 10_000, unit: 'fraction', text: at });
    else if (unit.startsWith('week')) found.push({ value: value * 5, unit: 'days', text: at });
    else if (unit.startsWith('month')) found.push({ value: value * 21, unit: 'days', text: at });
    else if (unit !== '') found.push({ value, unit: 'days', text: at });
    else found.push({ value, unit: value > 0 && value < 1 ? 'fraction' : 'count', text: at });
  }
  for (const [word, days] of Object.entries(NAMED_PERIODS)) {
    if (new RegExp(`\\b${word}\\b`, 'i').test(text) && !found.some((n) => n.text.toLowerCase().includes(word))) found.push({ value: days, unit: 'days', text: word });
  }
  return found;
}
