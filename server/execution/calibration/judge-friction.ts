/** One day that traded: both frictions as fractions of equity before the trades. */
export interface FrictionPair {
  readonly modelled: number;
  readonly realised: number;
}

export interface FrictionGap {
  /** `understates`: eq. 1 says too little. `too_few`: not enough days that traded to say. */
  readonly state: 'fits' | 'understates' | 'overstates' | 'too_few';
  readonly days: number;
  /** Means over those days; null without a day. */
  readonly modelled: number | null;
  readonly realised: number | null;
  /** Realised over modelled; null where nothing is modelled. */
  readonly ratio: number | null;
}

/** Days that are looked at, the newest; fewer than the least say nothing. */
export const GAP_DAYS = 60;
export const LEAST_DAYS = 20;
/** Beyond this factor either way the model is far from what trading cost. */
export const FAR = 1.5;

/**
 * Whether eq. 1 says about what trading cost, over the last days that traded (oldest first; days without friction of either kind do
 * not count). λ 8 bp is the paper's figure for its own account: nobody knows whether it holds for another before its fills say so.
 */
export function judgeFriction(days: readonly FrictionPair[]): FrictionGap {
  const recent = days.filter((day) => day.modelled > 0 || day.realised > 0).slice(-GAP_DAYS);
  const mean = (key: keyof FrictionPair): number | null => (recent.length === 0 ? null : recent.reduce((sum, day) => sum + day[key], 0) / recent.length);
  const [modelled, realised] = [mean('modelled'), mean('realised')];
  const ratio = modelled !== null && realised !== null && modelled > 0 ? realised / modelled : null;
  const far = ratio === null ? 'understates' : ratio >= FAR ? 'understates' : ratio <= 1 / FAR ? 'overstates' : 'fits';
  return { state: recent.length < LEAST_DAYS ? 'too_few' : far, days: recent.length, modelled, realised, ratio };
}
