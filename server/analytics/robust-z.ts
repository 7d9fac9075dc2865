import { quantileLinear } from './moments';

/** Scale of the median absolute deviation to a normal sd: 1 / Φ⁻¹(3/4). */
const MAD_TO_SD = 1.4826022185056018;

/** (value − median) / (1.4826 · MAD) of `history`; null with fewer than `least` values or no spread. */
export function robustZ(value: number, history: ArrayLike<number>, least = 20): number | null {
  if (history.length < least) return null;
  const centre = quantileLinear(history, 0.5);
  const mad = quantileLinear(Float64Array.from(history, (x) => Math.abs(x - centre)), 0.5);
  return mad > 0 ? (value - centre) / (MAD_TO_SD * mad) : null;
}
