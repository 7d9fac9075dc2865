/**
 * The small language of trading that links a mandate to code. Words are compared by stem, and by concept: two words of
 * one concept speak of the same lever. Nothing here names a strategy; the concepts are those of execution literature.
 */
const CONCEPT_WORDS = {
  schedule: 'turnover rebalance frequency frequent churn schedule often seldom hold holding period interval every cadence daily weekly monthly calendar cooldown due refresh reshuffle',
  liquidity: 'liquidity liquid illiquid volume amount adv depth capacity participation thin tradable slippage impact spread',
  concentration: 'concentration concentrate concentrated weight cap position diversify diversified breadth single name top count holdings basket crowd pick',
  exposure: 'exposure gross leverage cash invest invested loss drawdown stop risk beta hedge',
  buffer: 'buffer band threshold tolerance hysteresis drift churn turnover',
  horizon: 'lookback window horizon momentum signal smooth smoothing decay stale lag reversal formation average span',
  cost: 'cost friction fee commission slippage turnover expensive duty spread',
} as const;
export type Concept = keyof typeof CONCEPT_WORDS;
export const CONCEPTS = Object.keys(CONCEPT_WORDS) as Concept[];

const STOP_WORDS = new Set(
  'a an and any are as at be by can do does each for from get has have if in into is it its no not of on one only or our out per set so such than that the their them then there this to too use value when which while will with must should shall enforce number result return const function export import type view code strategy more less most least new old all'.split(' '),
);

/** A crude stem, good enough to join rebalance/rebalancing, liquid/liquidity, frequency/frequent. */
export function stem(word: string): string {
  let w = word.toLowerCase().replace(/'s$/, '');
  if (w.length <= 3) return w;
  w = w.replace(/ies$/, 'y').replace(/sses$/, 'ss').replace(/([^su])s$/, '$1');
  for (const suffix of ['izations', 'ization', 'ations', 'ation', 'ating', 'ated', 'ates', 'ency', 'ent', 'ity', 'ing', 'ied', 'ed', 'ly', 'ate', 'er']) {
    if (w.endsWith(suffix) && w.length - suffix.length >= 4) {
      w = w.slice(0, -suffix.length);
      break;
    }
  }
  w = w.replace(/([bdgmnprt])\1$/, '$1');
  return w.length > 4 ? w.replace(/e$/, '') : w;
}

/** Splits prose and identifiers alike (camelCase, snake_case, kebab-case, ACRONYMWord) into lower-case words without stop words. */
export function splitWords(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((w) => w.toLowerCase())
    .filter((w) => w.length > 1 && !STOP_WORDS.has(w));
}

const CONCEPT_STEMS: ReadonlyMap<string, readonly Concept[]> = (() => {
  const map = new Map<string, Concept[]>();
  for (const concept of CONCEPTS) {
    for (const word of CONCEPT_WORDS[concept].split(' ')) {
      const key = stem(word);
      map.set(key, [...(map.get(key) ?? []), concept]);
    }
  }
  return map;
})();

/** Concepts a word belongs to; empty for words that are no term of trading. */
export const conceptsOf = (word: string): readonly Concept[] => CONCEPT_STEMS.get(stem(word)) ?? [];

/** 1 for the same stem, 0.5 for a shared concept, else 0. */
export function relatedness(a: string, b: string): number {
  if (stem(a) === stem(b)) return 1;
  const concepts = conceptsOf(b);
  return conceptsOf(a).some((c) => concepts.includes(c)) ? 0.5 : 0;
}
