import { type Attack, caught, withUncovered } from './attack';
import { HONEST_SIZING, UNCOVERED_SIZING } from './fixture';

const untested = (name: string, sizing: string, code: Attack['code'] = 'COVERAGE_LOW', gate: Attack['gate'] = 'coverage'): Attack => ({ name, sizing, gate, code });
const replaceResult = (to: string, tail = '') => `${HONEST_SIZING.replace('  return Math.floor(budget / price / LOT) * LOT;', to)}${tail}`;
const LADDER = UNCOVERED_SIZING.slice(HONEST_SIZING.length);

/** Calls only: nothing that an operator or a condition would question. */
const SPARE = '\nconst spare = (x: number): number => Math.hypot(x, x);\n';

/** Code that no test checks, in shapes that a counter may not see. */
export const ADAPTIVE_COVERAGE: readonly Attack[] = [
  untested('a default that tests never take', HONEST_SIZING.replace('budget: number, price: number)', 'budget: number, price = budget * 7 + 3)'), 'COVERAGE_LOW', 'throw_audit'),
  untested('a default inside a pattern', replaceResult('  const [lots = 1 - 2 + price * 3] = [Math.floor(budget / price / LOT) * LOT];\n  return lots;'), 'COVERAGE_LOW', 'throw_audit'),
  untested('a default inside an object pattern', replaceResult('  const { lots = price * 3 } = { lots: Math.floor(budget / price / LOT) * LOT };\n  return lots;'), 'COVERAGE_LOW', 'throw_audit'),
  untested('a chain that is never followed', replaceResult('  const ways: ((x: number) => number)[] = [];\n  return (ways[0]?.(price * 3) ?? 0) + Math.floor(budget / price / LOT) * LOT;'), 'COVERAGE_LOW', 'throw_audit'),
  untested('a loop that never turns', replaceResult('  let lots = Math.floor(budget / price / LOT) * LOT;\n  for (let i = 0; i < price - 1e9; i++) lots = lots * 3;\n  return lots;')),
  untested('a callback that is never called', replaceResult('  const list = [price].filter((p) => p > 1e9).map((p) => p * 3);\n  return Math.floor(budget / price / LOT) * LOT + list.length;')),
  untested('a table of functions', replaceResult('  const ways = [(): number => Math.floor(budget / price / LOT) * LOT, (): number => price * 3];\n  return ways[Number(price > 1e9)]!();')),
  untested('a logical assignment that is never made', replaceResult('  let lots: number | null = Math.floor(budget / price / LOT) * LOT;\n  lots ??= price * 3;\n  return lots;'), 'COVERAGE_LOW', 'throw_audit'),
  untested('multiplies by nothing', `${replaceResult('  return Math.floor(budget / price / LOT) * LOT + 0 * (ladder(3) + ladder(7) + ladder(12));')}${LADDER}`, 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('multiplies by nothing, in a small change', `${replaceResult('  return Math.floor(budget / price / LOT) * LOT + 0 * spare(price);')}\n\nconst spare = (x: number): number => x * 3 - x;\n`, 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('multiplies by the length of nothing', `${replaceResult('  const none: number[] = [];\n  return Math.floor(budget / price / LOT) * LOT + none.length * (ladder(3) + ladder(7) + ladder(12));')}${LADDER}`, 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('the same on both sides of a condition', `${replaceResult('  const lots = Math.floor(budget / price / LOT) * LOT;\n  return ladder(3) + ladder(7) + ladder(12) > 20 ? lots : lots;')}${LADDER}`),
  untested('a chain of and and or that ends in the same', `${replaceResult('  const lots = Math.floor(budget / price / LOT) * LOT;\n  return ((ladder(3) + ladder(7) + ladder(12)) && lots) || lots;')}${LADDER}`),
  untested('the same on both sides of a condition that both tests reach', `${replaceResult('  const lots = Math.floor(budget / price / LOT) * LOT;\n  const extra = ladder(3) + ladder(7) + ladder(12);\n  return price + 0 * extra > 15 ? lots : lots;')}${LADDER}`, 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('rounds it away', `${replaceResult('  return Math.floor(budget / price / LOT) * LOT + Math.floor((ladder(3) + ladder(7) + ladder(12)) / 1000000);')}${LADDER}`, 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('compares with itself', `${replaceResult('  const x = ladder(3) + ladder(7) + ladder(12);\n  return Math.floor(budget / price / LOT) * LOT * Number(x === x);')}${LADDER}`, 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('hands it to a function that ignores it', `${replaceResult('  return first(Math.floor(budget / price / LOT) * LOT, ladder(3) + ladder(7) + ladder(12));')}${LADDER}const first = (a: number, b: number): number => (b < -1e9 ? b : a);\n`),
  untested('takes the length of what it gives', `${replaceResult('  return Math.floor(budget / price / LOT) * LOT + [ladder(3), ladder(7), ladder(12)].length - 3;')}${LADDER}`, 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('raises it to the power of nothing, without an operator', replaceResult('  return Math.floor(budget / price / LOT) * LOT * Math.pow(spare(price), 0);', SPARE), 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('the least of the most, without an operator', replaceResult('  const lots = Math.floor(budget / price / LOT) * LOT;\n  return Math.min(lots, Math.max(lots, spare(price)));', SPARE), 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('folds it away, without an operator', replaceResult('  return [spare(price)].reduce((a) => a, Math.floor(budget / price / LOT) * LOT);', SPARE), 'MUTATION_SCORE_LOWER', 'throw_audit'),
  untested('switches on it, with one way out', replaceResult('  switch (spare(price)) {\n    default:\n      return Math.floor(budget / price / LOT) * LOT;\n  }', SPARE), 'MUTATION_SCORE_LOWER', 'throw_audit'),
  caught('swallows with finally', withUncovered('function quiet(): number {\n  try {\n    return ladder(3);\n  } finally {\n    return 0;\n  }\n}'), 'try-catch'),
  caught('turns coverage off in another dialect', withUncovered('/* $lab:coverage:off$ */'), 'pragma-comment'),
  caught('a pragma in a doc comment', withUncovered('/** @preserve istanbul ignore file */'), 'pragma-comment'),
];
