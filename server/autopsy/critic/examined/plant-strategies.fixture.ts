/** Strategies as an agent writes them; each plant takes one and breaks it in one way. `names` is the universe in the code. */
const head = (names: readonly string[]): string => `export const lookbackDays = 21;
const NAMES = ${JSON.stringify(names)};
const columnOf = (view, symbol) => view.symbols.indexOf(symbol);
const back = (view, field, symbol, days) => { const rows = view.fields[field]; return rows[rows.length - 1 - days][columnOf(view, symbol)]; };
const equal = (names, total) => Object.fromEntries(names.map((s) => [s, total / names.length]));
`;

/** Holds all its names in equal parts and evens them out every `every` days. */
export const holdAll = (names: readonly string[], every = 10, total = 0.9): string => `${head(names)}
export function decide(view) {
  if (view.dayIndex % ${every} !== 0) return null;
  return { weights: equal(NAMES, ${total}) };
}
`;

/** Ranks its names by the return of `days` days, lowest first, and holds the first `count`, anew every `every` days. */
export const reversal = (names: readonly string[], { count, days = 1, every = 1, total = 0.9 }: { count: number; days?: number; every?: number; total?: number }): string => `${head(names)}
export function decide(view) {
  if (view.dayIndex % ${every} !== 0) return null;
  const past = (s) => { const r = back(view, 'close', s, 0) / back(view, 'close', s, ${days}) - 1; return Number.isFinite(r) ? r : 0; };
  const picked = [...NAMES].sort((a, b) => past(a) - past(b)).slice(0, ${count});
  return { weights: equal(picked, ${total}) };
}
`;

/** Moves a window of `count` names along its list by `shift` names every `every` days. */
export const rolling = (names: readonly string[], { count, shift, every = 1, total = 0.9 }: { count: number; shift: number; every?: number; total?: number }): string => `${head(names)}
export function decide(view) {
  if (view.dayIndex % ${every} !== 0) return null;
  const from = Math.floor(view.dayIndex / ${every}) * ${shift};
  const held = Array.from({ length: ${count} }, (_, k) => NAMES[(from + k) % NAMES.length]);
  return { weights: equal(held, ${total}) };
}
`;

/** Ranks once by momentum and keeps the list in its memory: the branch that should rank again never runs. */
export const rankedOnce = (names: readonly string[], { count, reissue }: { count: number; reissue: number }): string => `${head(names)}
export function decide(view) {
  if (Array.isArray(view.memory)) return view.dayIndex % ${reissue} === 0 ? { weights: equal(view.memory, 0.9), memory: view.memory } : null;
  const past = (s) => back(view, 'close', s, 0) / back(view, 'close', s, 20) - 1;
  const picked = [...NAMES].sort((a, b) => past(b) - past(a)).slice(0, ${count});
  return { weights: equal(picked, 0.9), memory: picked };
}
`;

/** Fixed weights, evened out every ten days. */
export const fixedWeights = (weights: Readonly<Record<string, number>>, every = 10): string => `${head(Object.keys(weights))}
const WEIGHTS = ${JSON.stringify(weights)};
export function decide(view) {
  return view.dayIndex % ${every} === 0 ? { weights: WEIGHTS } : null;
}
`;

/** Holds all its names and wants out of each that fell more than 5 % in a day, for good. */
export const stopLoss = (names: readonly string[], total = 0.95): string => `${head(names)}
export function decide(view) {
  const out = Array.isArray(view.memory) ? view.memory : [];
  const gone = NAMES.filter((s) => out.includes(s) || back(view, 'close', s, 0) / back(view, 'close', s, 1) < 0.95);
  if (gone.length === out.length && view.dayIndex % 10 !== 0 && gone.every((s) => !(view.portfolio.weights[s] > 0))) return null;
  const part = ${total} / NAMES.length;
  return { weights: Object.fromEntries(NAMES.filter((s) => !gone.includes(s)).map((s) => [s, part])), memory: gone };
}
`;

/** A sound strategy until the line in `broken` runs, from day `day` on. */
export const breaking = (names: readonly string[], day: number, broken: string): string => `${head(names)}
export function decide(view) {
  const weights = equal(NAMES, 0.9);
  if (view.dayIndex >= ${day}) { ${broken} }
  return view.dayIndex % 5 === 0 ? { weights } : null;
}
`;

/** Ranks its names by the return of `days` days that ended `late` days ago, highest first: an index into the bars that is off. */
export const lateMomentum = (names: readonly string[], { count, days, late, every }: { count: number; days: number; late: number; every: number }): string => `${head(names)}
export function decide(view) {
  if (view.dayIndex % ${every} !== 0) return null;
  const past = (s) => back(view, 'close', s, ${late}) / back(view, 'close', s, ${late + days}) - 1;
  const picked = [...NAMES].sort((a, b) => past(b) - past(a)).slice(0, ${count});
  return { weights: equal(picked, 0.9) };
}
`;

/** All in on one day, all out on the next. */
export const inAndOut = (names: readonly string[]): string => `${head(names)}
export const decide = (view) => ({ weights: view.dayIndex % 2 === 0 ? equal(NAMES, 0.9) : {} });
`;

/** Holds its names until `day`, then wants to be in `then` (nothing = cash) and says so every day. */
export const moveOn = (names: readonly string[], day: number, then: readonly string[] = []): string => `${head(names)}
const THEN = ${JSON.stringify(then)};
export function decide(view) {
  if (view.dayIndex >= ${day}) return { weights: THEN.length > 0 ? equal(THEN, 0.9) : {} };
  return view.dayIndex % 10 === 0 ? { weights: equal(NAMES, 0.9) } : null;
}
`;
