'use strict';
/* Seeded inputs for tests: random numbers, generators for properties, price paths and market views. */
const { show } = require('./kit-expect.cjs');

/** 32-bit hash of a text (FNV-1a), to give every test its own stream of numbers. */
function hashText(text, seed) {
  let h = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return h;
}

/** mulberry32: uniform on [0, 1), the same sequence on every machine. */
function rng(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fisher–Yates on a copy. */
function shuffled(list, random) {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

const between = (random, min, max) => min + random() * (max - min);
const whole = (random, min, max) => min + Math.floor(random() * (max - min + 1));

/** A generator is a function (random) → value. */
const gen = {
  float: (min, max) => (random) => between(random, min, max),
  integer: (min, max) => (random) => whole(random, min, max),
  boolean: () => (random) => random() < 0.5,
  oneOf: (values) => (random) => values[whole(random, 0, values.length - 1)],
  array: (item, { min = 0, max = 20 } = {}) => (random) => Array.from({ length: whole(random, min, max) }, () => item(random)),
  float64: (item, { min = 0, max = 20 } = {}) => (random) => Float64Array.from({ length: whole(random, min, max) }, () => item(random)),
  tuple: (...items) => (random) => items.map((item) => item(random)),
  object: (shape) => (random) => Object.fromEntries(Object.entries(shape).map(([key, item]) => [key, item(random)])),
  weights: (count) => (random) => {
    const raw = Array.from({ length: count }, () => random());
    const sum = raw.reduce((a, b) => a + b, 0) || 1;
    return raw.map((x) => x / sum);
  },
};

/** `property(runs, generator, check)`: check every generated value; the first that fails is reported with its number. */
function makeProperty(currentRandom) {
  return function property(runs, generator, check) {
    const random = currentRandom();
    for (let run = 0; run < runs; run++) {
      const value = generator(random);
      try {
        if (check(value) === false) throw new Error('the property returned false');
      } catch (error) {
        if (error?.name !== 'SubjectGone') error.message = `property failed at case ${run + 1} of ${runs} for ${show(value)}: ${error.message}`;
        throw error;
      }
    }
  };
}

/** Prices by geometric steps: `n` values from `start`, per-step drift and volatility. */
function randomWalk(seed, n, { start = 100, drift = 0, volatility = 0.01 } = {}) {
  const random = rng(seed);
  const prices = [start];
  while (prices.length < n) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    prices.push(prices.at(-1) * Math.exp(drift + volatility * normal));
  }
  return prices.slice(0, n);
}

const FIELDS = ['open', 'high', 'low', 'close', 'volume', 'amount', 'factor'];

/**
 * A whole MarketView (see DESIGN of the strategy contract): rows oldest first, the last row is today.
 * `close[s]` may give the price path of each symbol; the other fields follow from it. Everything can be overridden.
 */
function marketView({ symbols = ['A', 'B', 'C'], days = 30, seed = 1, close, volume = 1e6, date = '2024-06-28', dayIndex = days - 1, parameters = {}, memory = null, portfolio, tradable, fields } = {}) {
  const paths = symbols.map((_, s) => close?.[s] ?? randomWalk(seed + s, days));
  const row = (pick) => Array.from({ length: paths[0]?.length ?? 0 }, (_, day) => Float64Array.from(symbols, (_, s) => pick(paths[s][day], s, day)));
  const volumeOf = (s) => (Array.isArray(volume) ? volume[s] : volume);
  const built = {
    open: row((price) => price), high: row((price) => price * 1.01), low: row((price) => price * 0.99), close: row((price) => price),
    volume: row((_, s) => volumeOf(s)), amount: row((price, s) => price * volumeOf(s)), factor: row(() => 1),
  };
  return {
    date, dayIndex, symbols: [...symbols],
    fields: Object.fromEntries(FIELDS.map((name) => [name, fields?.[name] ?? built[name]])),
    tradable: tradable ?? symbols.map(() => true),
    portfolio: portfolio ?? { weights: {}, cashWeight: 1, equity: 1_000_000 },
    parameters, memory,
  };
}

module.exports = { fixtures: { marketView, randomWalk, rng }, gen, hashText, makeProperty, rng, shuffled };
