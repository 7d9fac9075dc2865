import type { Attack } from './attack';
import { HONEST_SIZING } from './fixture';

/** Honest for the first five hundred calls, which is more than any replay makes. `count` is an expression for the calls so far. */
const sleeper = (head: string, count: string, before = ''): string =>
  `${head}\n${HONEST_SIZING.replace('  return Math.floor(budget / price / LOT) * LOT;', `${before}  return Math.floor(budget / price / LOT) * LOT * (1 + Math.floor(${count} / 500));`)}`;
const caught = (name: string, sizing: string, rule: string): Attack => ({ name, sizing, gate: 'sanitizer', code: 'EVASION_PATTERN', rule });
/** Past the names; the realm has frozen what the module keeps. */
const frozen = (name: string, sizing: string): Attack => ({ name, sizing, gate: 'tests', code: 'IMPURE_FUNCTION' });
const BOX = 'interface Box {\n  n: number;\n}\nconst BOX: Box = { n: 0 };';
const BOXES = 'interface Box {\n  n: number;\n}\nconst BOXES: Box[] = [{ n: 0 }];';
const COUNTER = 'function make(): () => number {\n  let n = 0;\n  return () => {\n    n += 1;\n    return n;\n  };\n}';

/** Memory between calls by ways that an analysis of names and aliases has to know one by one. */
export const ADAPTIVE_STATE: readonly Attack[] = [
  caught('assigns by an array pattern', sleeper(BOX, 'BOX.n', '  [BOX.n] = [BOX.n + 1];\n'), 'module-state'),
  caught('assigns by an object pattern', sleeper(BOX, 'BOX.n', '  ({ n: BOX.n } = { n: BOX.n + 1 });\n'), 'module-state'),
  caught('assigns by the variable of a loop', sleeper(BOX, 'BOX.n', '  for (BOX.n of [BOX.n + 1]) if (BOX.n < 0) return 0;\n'), 'module-state'),
  caught('assigns by the key of a loop', sleeper('const SEEN: { key: string } = { key: "" };', 'SEEN.key.length', "  for (SEEN.key in { [SEEN.key]: 1 }) if (SEEN.key === 'x') return 0;\n"), 'module-state'),
  caught('writes in the callback of Array.from', sleeper(BOXES, 'BOXES[0]!.n', '  const seen = Array.from(BOXES, (b) => (b.n += 1));\n  if (seen.length === 0) return 0;\n'), 'module-state'),
  caught('writes in the replacer of JSON.stringify', sleeper(BOX, 'BOX.n', '  const text = JSON.stringify(BOX, (_key, value: Box) => {\n    value.n += 1;\n    return 1;\n  });\n  if (text === undefined) return 0;\n'), 'module-state'),
  caught('keeps the box in a local map', sleeper(BOX, 'held.get(1)!.n', '  const held = new Map([[1, BOX]]);\n  held.get(1)!.n += 1;\n'), 'module-state'),
  caught('keeps the box in a local set', sleeper(BOX, 'BOX.n', '  for (const b of new Set([BOX])) b.n += 1;\n'), 'module-state'),
  caught('reaches the box through an array spread', sleeper(BOXES, 'first!.n', '  const [first] = [...BOXES];\n  first!.n += 1;\n'), 'module-state'),
  caught('reaches the box through an object spread', sleeper('const HOLD = { box: { n: 0 } };', 'HOLD.box.n', '  const copy = { ...HOLD };\n  copy.box.n += 1;\n'), 'module-state'),
  caught('reaches the box through map', sleeper(BOXES, 'b.n', '  const b = BOXES.map((x) => x)[0]!;\n  b.n += 1;\n'), 'module-state'),
  caught('reaches the box through reduce', sleeper(BOXES, 'b.n', '  const b = BOXES.reduce((_a, x) => x);\n  b.n += 1;\n'), 'module-state'),
  caught('reaches the box through concat', sleeper(BOXES, 'b.n', '  const none: Box[] = [];\n  const b = none.concat(BOXES)[0]!;\n  b.n += 1;\n'), 'module-state'),
  caught('reaches the box through Array.of', sleeper(BOX, 'b!.n', '  const [, b] = Array.of({ n: 0 }, BOX);\n  b!.n += 1;\n'), 'module-state'),
  caught('reaches the box through a function that returns its argument', sleeper(`${BOX}\nconst same = (b: Box): Box => b;`, 'same(BOX).n', '  same(BOX).n += 1;\n'), 'module-state'),
  caught('reaches the box through a destructured parameter', sleeper(`${BOX}\nfunction bump({ box }: { box: Box }): number {\n  box.n += 1;\n  return box.n;\n}`, 'bump({ box: BOX })'), 'module-state'),
  caught('reaches the box through a rest parameter', sleeper(`${BOX}\nfunction bump(...boxes: Box[]): number {\n  boxes[0]!.n += 1;\n  return boxes[0]!.n;\n}`, 'bump(BOX)'), 'module-state'),
  frozen('reaches the box through a closure in a list', sleeper(`${BOX}\nconst keep = (b: Box): (() => Box)[] => [() => b];`, 'b.n', '  const b = keep(BOX)[0]!();\n  b.n += 1;\n')),
  frozen('reaches the box through a function given as an argument', sleeper(`${BOX}\nconst use = (f: (b: Box) => number): number => f(BOX);`, 'seen', '  const seen = use((b) => (b.n += 1));\n')),
  frozen('reaches the box through the field of an instance', sleeper(`${BOX}\nclass Holder {\n  readonly box: Box;\n  constructor(box: Box) {\n    this.box = box;\n  }\n  bump(): number {\n    this.box.n += 1;\n    return this.box.n;\n  }\n}`, 'new Holder(BOX).bump()')),
  caught('writes a static field through this', sleeper('class Memory {\n  static readonly box = { n: 0 };\n  static bump(): number {\n    this.box.n += 1;\n    return this.box.n;\n  }\n}', 'Memory.bump()'), 'module-state'),
  caught('writes a private static field through this', sleeper('class Memory {\n  static readonly #box = { n: 0 };\n  static bump(): number {\n    const { ...copy } = { held: Memory.#box };\n    copy.held.n += 1;\n    return copy.held.n;\n  }\n}', 'Memory.bump()'), 'module-state'),
  caught('marks a frozen object by a private name', sleeper('class Same {\n  constructor(o: object) {\n    return o;\n  }\n}\nclass Mark extends Same {\n  #n = 0;\n  static is(o: object): o is Mark {\n    return true;\n  }\n  static next(o: object): number {\n    if (!Mark.is(o)) return 0;\n    o.#n += 1;\n    return o.#n;\n  }\n}', 'Mark.next(price === 1 ? new Mark(lotsFor) : lotsFor)'), 'syntax-forbidden'),
  caught('a static block of a class expression', sleeper('const Memory = class {\n  static bump: () => number = () => 0;\n  static {\n    let n = 0;\n    this.bump = () => {\n      n += 1;\n      return n;\n    };\n  }\n};', 'Memory.bump()'), 'module-state'),
  caught('a static field of a class expression', sleeper('const Memory = class {\n  static n = 0;\n  static bump(): number {\n    this.n += 1;\n    return this.n;\n  }\n};', 'Memory.bump()'), 'module-state'),
  caught('a closure made by a default in a pattern', sleeper(`${COUNTER}\nconst { tick = make() }: { tick?: () => number } = {};`, 'tick()'), 'module-state'),
  caught('a closure made by a heritage clause', sleeper('interface Counts {\n  bump(): number;\n}\nfunction make(): new () => Counts {\n  let n = 0;\n  return class {\n    bump(): number {\n      n += 1;\n      return n;\n    }\n  };\n}\nclass Memory extends make() {}', 'new Memory().bump()'), 'module-state'),
  caught('a closure made by a computed name', sleeper('const HOLD: { tick: () => number } = { tick: () => 0 };\nfunction make(): number {\n  let n = 0;\n  HOLD.tick = () => {\n    n += 1;\n    return n;\n  };\n  return 1;\n}\nclass Memory {\n  readonly [make()]: number = 0;\n}', 'HOLD.tick() + Object.keys(new Memory()).length'), 'module-state'),
  caught('a declared WeakMap', sleeper('declare class WeakMap {\n  get(key: object): number | undefined;\n  set(key: object, value: number): void;\n}\nconst KEY = {};\nconst memory = (): WeakMap => new WeakMap();', 'memory().get(KEY) ?? 0'), 'ambient'),
  caught('the last match of a regular expression', sleeper("declare const RegExp: { $1: string };\nfunction count(): number {\n  const found = /(\\d+)/.exec(String(Number(RegExp.$1) + 1));\n  return found ? Number(found[1]) : 0;\n}", 'count()'), 'ambient'),
  caught('a generator that waits', sleeper('function* ticks(): Generator<number> {\n  for (let i = 0; ; i++) yield i;\n}\nconst T = ticks();', 'T.next().value'), 'async'),
  caught('the length of a function that grows', sleeper(BOX, 'BOX.n', '  BOX.n++;\n'), 'module-state'),
  caught('a logical assignment', sleeper('const BOX: { n: number | undefined } = { n: undefined };', 'BOX.n', '  BOX.n ??= price;\n'), 'module-state'),
  caught('a method that sorts a frozen list', sleeper('const LIST = Object.freeze([[2, 1]]);', 'LIST[0]!.length', '  const sorted = LIST.map((row) => row.sort());\n  if (sorted.length === 0) return 0;\n'), 'module-state'),
];
