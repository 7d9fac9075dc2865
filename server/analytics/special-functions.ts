/**
 * The few special functions behind p-values, computed in logarithms so that p ≈ 1e-110 comes out right (1 − cdf would give 0).
 * Lanczos approximation for ln Γ (g = 7, n = 9); Lentz continued fractions after Numerical Recipes §6.2 and §6.4.
 */

const LANCZOS = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];

/** ln Γ(x) for x > 0. */
export function lnGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x);
  const z = x - 1;
  let sum = LANCZOS[0]!;
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i]! / (z + i);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

const TINY = 1e-300;
const PRECISION = 1e-16;
const MAX_STEPS = 10_000;

/** ln of the regularised incomplete beta I_x(a, b), given x and its exact complement 1 − x. */
export function lnIncompleteBeta(a: number, b: number, x: number, complement: number): number {
  if (x <= 0) return Number.NEGATIVE_INFINITY;
  if (complement <= 0) return 0;
  if (x > (a + 1) / (a + b + 2)) return Math.log1p(-Math.exp(lnIncompleteBeta(b, a, complement, x)));
  const front = a * Math.log(x) + b * Math.log(complement) - Math.log(a) - (lnGamma(a) + lnGamma(b) - lnGamma(a + b));
  return front + Math.log(betaFraction(a, b, x));
}

function betaFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < TINY ? TINY : d);
  let h = d;
  for (let m = 1; m <= MAX_STEPS; m++) {
    const m2 = 2 * m;
    const even = (m * (b - m) * x) / ((a + m2 - 1) * (a + m2));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + m2) * (a + m2 + 1));
    for (const term of [even, odd]) {
      d = 1 + term * d;
      d = 1 / (Math.abs(d) < TINY ? TINY : d);
      c = 1 + term / c;
      if (Math.abs(c) < TINY) c = TINY;
      h *= d * c;
    }
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return h;
}

/** Two-sided p of Student's t with `df` degrees of freedom. */
export function studentTwoSidedP(t: number, df: number): number {
  const square = t * t;
  return Math.exp(lnIncompleteBeta(df / 2, 0.5, df / (df + square), square / (df + square)));
}

/** The |t| whose two-sided p is `p` (0 < p < 1), by halving: p falls as |t| grows. */
export function studentTwoSidedQuantile(p: number, df: number): number {
  let low = 0;
  let high = 1;
  while (studentTwoSidedP(high, df) > p) high *= 2;
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (studentTwoSidedP(middle, df) > p) low = middle;
    else high = middle;
  }
  return high;
}

/** Two-sided p of a standard normal z: erfc(|z| / √2) through the incomplete gamma function of order ½. */
export function normalTwoSidedP(z: number): number {
  const x = (z * z) / 2;
  if (x === 0) return 1;
  const front = Math.exp(0.5 * Math.log(x) - x - lnGamma(0.5));
  if (x < 1.5) {
    let term = 2;
    let sum = 2;
    for (let k = 1.5; Math.abs(term) > Math.abs(sum) * PRECISION; k++) {
      term *= x / k;
      sum += term;
    }
    return 1 - sum * front;
  }
  let b = x + 0.5;
  let c = 1 / TINY;
  let d = 1 / b;
  let h = d;
  for (let i = 1; i <= MAX_STEPS; i++) {
    const an = -i * (i - 0.5);
    b += 2;
    d = an * d + b;
    d = 1 / (Math.abs(d) < TINY ? TINY : d);
    c = b + an / c;
    if (Math.abs(c) < TINY) c = TINY;
    h *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return h * front;
}

/** Quantile of the standard normal. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p === 0 ? Number.NEGATIVE_INFINITY : p === 1 ? Number.POSITIVE_INFINITY : Number.NaN;
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  // Abramowitz & Stegun 26.2.23, error below 4.5e-4, then Newton on the exact tail.
  let z = -(t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t));
  for (let k = 0; k < 4; k++) z -= (normalTwoSidedP(z) / 2 - p) / (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
  return z;
}
