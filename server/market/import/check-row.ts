import { MALFORMED } from './scan-cell';

/** Positions of the fields of a row in its value array; −1 = the file does not give it. */
export interface RowLayout {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly amount: number;
  readonly preclose: number;
  readonly factor: number;
  readonly tradestatus: number;
}

/** Beyond any market, in any unit; larger numbers would leave the integers that money and shares are counted in. */
const MOST = { price: 1e9, volume: 1e15, amount: 1e18 } as const;

/** Half of the smallest price step: what is less counts as 0 fen, and would be worth its last price for ever. */
const LEAST_PRICE = 0.005;

/** Relative slack for price order: files written from binary floats miss by a last digit. */
const SLACK = 1e-6;

/**
 * Why a row cannot be a bar, or null when it can. A row without any price is legal when nothing was traded (a suspended day).
 */
export function whyNoBar(v: Float64Array, at: RowLayout, fieldNames: readonly string[], texts: (k: number) => string): string | null {
  for (let k = 0; k < v.length; k++) if (v[k] === MALFORMED) return `${fieldNames[k]} ${JSON.stringify(texts(k).slice(0, 40))} is not a number`;
  const volume = at.volume < 0 ? Number.NaN : v[at.volume]!;
  if (volume < 0) return `volume ${volume} is negative`;
  if (volume > MOST.volume) return `volume ${volume} is beyond any market`;
  if (at.amount >= 0 && v[at.amount]! < 0) return `amount ${v[at.amount]} is negative`;
  if (at.amount >= 0 && v[at.amount]! > MOST.amount) return `amount ${v[at.amount]} is beyond any market`;
  if (at.preclose >= 0 && v[at.preclose]! < 0) return `preclose ${v[at.preclose]} is negative`;
  if (at.factor >= 0 && v[at.factor]! <= 0) return `factor ${v[at.factor]} is not positive`;
  const close = v[at.close]!;
  const idle = !(volume > 0) || (at.tradestatus >= 0 && v[at.tradestatus] === 0);
  if (Number.isNaN(close)) return idle ? null : 'close is missing on a day with volume';
  if (close <= 0) return `close ${close} is not positive`;
  if (close < LEAST_PRICE) return `close ${close} is below half of the smallest price step, 0.01: nothing can be traded or valued at it`;
  if (close > MOST.price || (at.preclose >= 0 && v[at.preclose]! > MOST.price)) return `close ${close} or preclose is beyond any market`;
  if (idle) return null;
  const open = v[at.open]!;
  const high = v[at.high]!;
  const low = v[at.low]!;
  if (Number.isNaN(open) || Number.isNaN(high) || Number.isNaN(low)) return 'open, high or low is missing on a day with volume';
  if (open <= 0 || low <= 0) return `open ${open} or low ${low} is not positive`;
  if (high > MOST.price) return `high ${high} is beyond any market`;
  const top = high * (1 + SLACK);
  const bottom = low * (1 - SLACK);
  if (open > top || close > top || open < bottom || close < bottom) return `open ${open} or close ${close} lies outside low ${low} and high ${high}`;
  return null;
}
