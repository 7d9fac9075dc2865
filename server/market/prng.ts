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
  const state = Int32Array.of(split(), split(), split(), split());
  /** Sum of the next `count` outputs, exact; one routine with local state, because this is the hot loop of the generator. */
  const sumOf = (count: number): number => {
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const scrambled = Math.imul(b, 5);
      sum += Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
      const t = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= t;
      d = (d << 11) | (d >>> 21);
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
    return sum;
  };
  const uniform = (): number => sumOf(1) / 4294967296;
  return { uniform, below: (n) => Math.floor(uniform() * n), normal: () => sumOf(12) / 4294967296 - 6 };
}
