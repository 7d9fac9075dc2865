/**
 * xoshiro128** (Blackman & Vigna 2018) seeded by splitmix32: 32-bit integer arithmetic only, so the same seed gives the same
 * market on every machine. Normals come from sums of uniforms, not from log/cos, whose last digit may differ between builds.
 */
export interface Prng {
  /** Uniform in [0, 1), multiples of 2^-32. */
  uniform(): number;
  /** Uniform integer in [0, n). */
  below(n: number): number;
  /** Nearly normal, mean 0, sd 1, bounded by ±6 (Irwin–Hall of order 12). */
  normal(): number;
}

/** A generator for a 32-bit seed. */
export function createPrng(seed: number): Prng {
  let mix = seed >>> 0;
  const split = (): number => {
    mix = (mix + 0x9e3779b9) >>> 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let a = split();
  let b = split();
  let c = split();
  let d = split();
  const rotl = (x: number, k: number): number => (x << k) | (x >>> (32 - k));
  const next = (): number => {
    const result = Math.imul(rotl(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotl(d, 11);
    return result;
  };
  const uniform = (): number => next() / 4294967296;
  return {
    uniform,
    below: (n) => Math.floor(uniform() * n),
    normal: () => {
      let sum = 0;
      for (let i = 0; i < 12; i++) sum += uniform();
      return sum - 6;
    },
  };
}
