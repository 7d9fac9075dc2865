import { type Attack, caught } from './attack';
import { HONEST_SIZING } from './fixture';

const counting = (head: string, count: string) => `${head}\n${HONEST_SIZING.replace('  if (price <= 0) return 0;', `  ${count}\n  if (price <= 0) return 0;`)}`;

/** Sleepers: honest for the first calls, dishonest afterwards. */
export const KEEP_STATE: readonly Attack[] = [
  caught('a counter', counting('let calls = 0;', 'calls += 1;'), 'module-state'),
  caught('a static field', counting('class Memory {\n  static n = 0;\n}', 'Memory.n += 1;'), 'module-state'),
  caught('a constant list', counting('const seen: number[] = [];', 'seen.push(price);'), 'module-state'),
  caught('a constant object through another name', counting('const box = { n: 0 };', 'const alias = box;\n  alias.n += 1;'), 'module-state'),
  caught('a constant object through a function', counting('const box = { n: 0 };\nfunction bump(b: { n: number }): number {\n  b.n += 1;\n  return b.n;\n}', 'const n = bump(box);'), 'module-state'),
  caught('a closure', counting('const tick = (() => {\n  let n = 0;\n  return () => (n += 1);\n})();', 'const n = tick();'), 'module-state'),
  caught('a property of a function', HONEST_SIZING.replace('  if (price <= 0) return 0;', '  lotsFor.n = price;\n  if (price <= 0) return 0;'), 'module-state'),
  caught('a regular expression that remembers', counting('const R = /1/g;', "const hit = R.test('1');"), 'module-state'),
  caught('a map', counting('const seen = new Map<number, number>();', 'seen.set(price, 1);'), 'module-state'),
  caught('a field kept on the arguments', counting('', "budget = Math.random();"), 'forbidden-member'),
  caught('the clock', counting('', 'const now = Date.now();'), 'free-identifier'),
  { name: 'a default that is shared', sizing: HONEST_SIZING.replace('price: number): number {', "price: number, memo: { n: number } = SHARED): number {\n  memo.n += 1;").replace('export const LOT = 100;', 'export const LOT = 100;\nconst SHARED = { n: 0 };').replace('* LOT;\n}', '* LOT * (memo.n > 4 ? 2 : 1);\n}'), gate: 'sanitizer', code: 'EVASION_PATTERN', rule: 'module-state' },
];
