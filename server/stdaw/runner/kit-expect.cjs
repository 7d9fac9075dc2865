'use strict';
/* `expect` for test authors: the names and meanings of vitest and jest, for plain data. */
const { inspect } = require('node:util');

const show = (value) => inspect(value, { depth: 6, maxArrayLength: 50, maxStringLength: 500, breakLength: 120, sorted: true }).slice(0, 2000);

class AssertionError extends Error {
  constructor(message, actual, expected) {
    super(message);
    this.name = 'AssertionError';
    this.actual = show(actual);
    if (expected !== NOTHING) this.expected = show(expected);
  }
}
const NOTHING = Symbol('no expected value');

const tagOf = (v) => Object.prototype.toString.call(v);

/** Deep equality; numbers by `same`. `strict`: undefined properties and prototypes count too. */
function equal(a, b, same, strict) {
  if (typeof a === 'number' && typeof b === 'number') return same(a, b);
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (tagOf(a) !== tagOf(b)) return false;
  if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (Array.isArray(a) || ArrayBuffer.isView(a)) return a.length === b.length && Array.prototype.every.call(a, (x, i) => equal(x, b[i], same, strict));
  if (a instanceof Map) return a.size === b.size && [...a].every(([key, value]) => b.has(key) && equal(value, b.get(key), same, strict));
  if (a instanceof Set) return a.size === b.size && [...a].every((x) => b.has(x) || [...b].some((y) => equal(x, y, same, strict)));
  const keysOf = (o) => Object.keys(o).filter((key) => strict || o[key] !== undefined);
  const keys = keysOf(a);
  return keys.length === keysOf(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key], same, strict));
}

const within = (tolerance) => (x, y) => Object.is(x, y) || x === y || Math.abs(x - y) <= tolerance;

function contains(object, part) {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return equal(object, part, Object.is, false);
  return typeof object === 'object' && object !== null && Object.keys(part).every((key) => Object.hasOwn(object, key) && contains(object[key], part[key]));
}

function thrownBy(fn) {
  if (typeof fn !== 'function') throw new TypeError(`expect(…).toThrow needs a function, got ${show(fn)}`);
  try {
    fn();
  } catch (error) {
    if (error?.name === 'SubjectGone') throw error; // a dead strategy process proves nothing
    return { error };
  }
  return null;
}

function throwsAs(thrown, expected) {
  if (thrown === null) return false;
  if (expected === undefined) return true;
  const message = String(thrown.error?.message ?? thrown.error);
  if (typeof expected === 'string') return message.includes(expected);
  if (expected instanceof RegExp) return expected.test(message);
  if (typeof expected === 'function') return thrown.error?.name === expected.name || (typeof expected.prototype === 'object' && thrown.error instanceof expected);
  return message === expected?.message;
}

const order = (name, compare) => [(actual, bound) => typeof actual === typeof bound && (typeof actual === 'number' || typeof actual === 'bigint') && compare(actual, bound), name];

/** name → [predicate(actual, ...args), words] */
const MATCHERS = {
  toBe: [(a, b) => Object.is(a, b), 'to be'],
  toEqual: [(a, b) => equal(a, b, Object.is, false), 'to equal'],
  toStrictEqual: [(a, b) => equal(a, b, Object.is, true), 'to strictly equal'],
  toEqualWithin: [(a, b, tolerance) => equal(a, b, within(tolerance), false), 'to equal within the tolerance'],
  toBeCloseTo: [(a, b, digits = 2) => typeof a === 'number' && (a === b || Math.abs(a - b) < 10 ** -digits / 2), 'to be close to'],
  toBeNaN: [(a) => Number.isNaN(a), 'to be NaN'],
  toBeFinite: [(a) => Number.isFinite(a), 'to be finite'],
  toBeNull: [(a) => a === null, 'to be null'],
  toBeUndefined: [(a) => a === undefined, 'to be undefined'],
  toBeDefined: [(a) => a !== undefined, 'to be defined'],
  toBeTruthy: [(a) => Boolean(a), 'to be truthy'],
  toBeFalsy: [(a) => !a, 'to be falsy'],
  toBeGreaterThan: order('to be greater than', (a, b) => a > b),
  toBeGreaterThanOrEqual: order('to be greater than or equal to', (a, b) => a >= b),
  toBeLessThan: order('to be less than', (a, b) => a < b),
  toBeLessThanOrEqual: order('to be less than or equal to', (a, b) => a <= b),
  toHaveLength: [(a, n) => a?.length === n, 'to have length'],
  toContain: [(a, item) => (typeof a === 'string' ? a.includes(item) : a instanceof Set ? a.has(item) : Array.from(a).includes(item)), 'to contain'],
  toContainEqual: [(a, item) => Array.from(a).some((x) => equal(x, item, Object.is, false)), 'to contain an equal of'],
  toMatch: [(a, pattern) => typeof a === 'string' && (typeof pattern === 'string' ? a.includes(pattern) : pattern.test(a)), 'to match'],
  toMatchObject: [contains, 'to match the object'],
  toHaveProperty: [(a, key, ...value) => a !== null && typeof a === 'object' && Object.hasOwn(a, key) && (value.length === 0 || equal(a[key], value[0], Object.is, false)), 'to have the property'],
  toBeInstanceOf: [(a, type) => a instanceof type, 'to be an instance of'],
};

function expect(actual, note) {
  const build = (negate) => {
    const matchers = {};
    const decide = (ok, words, got, wanted) => {
      if (ok !== negate) return;
      const text = `expected ${show(got)} ${negate ? 'not ' : ''}${words}${wanted === NOTHING ? '' : ` ${show(wanted)}`}`;
      throw new AssertionError(note === undefined ? text : `${note}: ${text}`, got, wanted);
    };
    for (const [name, [holds, words]] of Object.entries(MATCHERS)) {
      matchers[name] = (...args) => decide(holds(actual, ...args), words, actual, args.length > 0 ? args[0] : NOTHING);
    }
    matchers.toThrow = (expected) => {
      const thrown = thrownBy(actual);
      const got = thrown === null ? 'no error' : `${thrown.error?.name}: ${thrown.error?.message ?? thrown.error}`;
      decide(throwsAs(thrown, expected), 'to throw', got, expected === undefined ? NOTHING : typeof expected === 'function' ? expected.name : expected);
    };
    matchers.toThrowError = matchers.toThrow;
    return matchers;
  };
  return Object.assign(build(false), { not: build(true) });
}

module.exports = { AssertionError, expect, show };
