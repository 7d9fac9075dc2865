/** Statistics of one window x[from..t], NaN skipped. No allocation except the sort buffer of the quantile. */

export function meanOf(x: Float64Array, from: number, t: number): number {
  let s = 0;
  let n = 0;
  for (let i = from; i <= t; i++) {
    const v = x[i]!;
    if (!Number.isNaN(v)) { s += v; n++; }
  }
  return n === 0 ? Number.NaN : s / n;
}

export function sumOfSquares(x: Float64Array, from: number, t: number, mean: number): number {
  let s = 0;
  for (let i = from; i <= t; i++) {
    const d = x[i]! - mean;
    if (!Number.isNaN(d)) s += d * d;
  }
  return s;
}

/** First index of the maximum; a NaN wins unless skipped (numpy argmax, which Qlib uses). −1 when nothing is left. */
export function maxAt(x: Float64Array, from: number, t: number, skipNaN: boolean): number {
  let at = -1;
  for (let i = from; i <= t; i++) {
    const v = x[i]!;
    if (Number.isNaN(v)) {
      if (!skipNaN) return i;
    } else if (at < 0 || v > x[at]!) at = i;
  }
  return at;
}

export function minAt(x: Float64Array, from: number, t: number, skipNaN: boolean): number {
  let at = -1;
  for (let i = from; i <= t; i++) {
    const v = x[i]!;
    if (Number.isNaN(v)) {
      if (!skipNaN) return i;
    } else if (at < 0 || v < x[at]!) at = i;
  }
  return at;
}

/** Quantile with linear interpolation over the non-NaN values. */
export function quantileOf(x: Float64Array, from: number, t: number, q: number): number {
  const values = x.slice(from, t + 1).filter((v) => !Number.isNaN(v)).sort();
  if (values.length === 0) return Number.NaN;
  const at = (values.length - 1) * q;
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return values[low]! + (values[high]! - values[low]!) * (at - low);
}

/** Percentile of the last value among the window, ties averaged; NaN when the last is NaN. */
export function rankOfLast(x: Float64Array, from: number, t: number): number {
  const last = x[t]!;
  if (Number.isNaN(last)) return Number.NaN;
  let below = 0;
  let equal = 0;
  let n = 0;
  for (let i = from; i <= t; i++) {
    const v = x[i]!;
    if (Number.isNaN(v)) continue;
    n++;
    if (v < last) below++;
    else if (v === last) equal++;
  }
  return (below + (equal + 1) / 2) / n;
}

/** Least squares on window positions 1..w (NaN skipped, positions kept). Two-pass for precision. */
export function regress(x: Float64Array, from: number, t: number): { slope: number; intercept: number; r2: number } {
  let n = 0;
  let sp = 0;
  let sy = 0;
  for (let i = from; i <= t; i++) {
    const v = x[i]!;
    if (!Number.isNaN(v)) { n++; sp += i - from + 1; sy += v; }
  }
  const mp = sp / n;
  const my = sy / n;
  let spp = 0;
  let spy = 0;
  let syy = 0;
  for (let i = from; i <= t; i++) {
    const dy = x[i]! - my;
    if (Number.isNaN(dy)) continue;
    const dp = i - from + 1 - mp;
    spp += dp * dp;
    spy += dp * dy;
    syy += dy * dy;
  }
  const slope = spy / spp;
  return { slope, intercept: my - slope * mp, r2: (spy * spy) / (spp * syy) };
}
