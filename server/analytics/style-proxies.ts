import { AppError } from '@/server/contracts/errors';
import { quantileLinear } from './moments';

export const STYLES = ['liquidity', 'momentum', 'volatility'] as const;
export type Style = (typeof STYLES)[number];

/** Columns of a market, each days × symbols at index day · symbols + symbol. */
export interface StyleInput {
  readonly days: number;
  readonly symbols: number;
  /** Adjusted closes; the product with `volume` must be money traded, so adjust volume the other way or pass raw close × raw volume in `value`. */
  readonly adjustedClose: Float64Array;
  /** Money traded (close × volume). */
  readonly value: Float64Array;
  /** 1 where the symbol was traded that day. */
  readonly traded: Uint8Array;
}

const WINDOW = 20;
const LEAST_RETURNS = 5;
const LEAST_NAMES = 5;

/**
 * Style proxies (quintile): the daily return of the names in the top fifth of yesterday's exposure minus that of the bottom fifth,
 * equally weighted. liquidity = ln(close · volume + 1e-9), momentum = 20-day change, volatility = sd of the last 20 returns
 * (at least 5), all over traded days only and lagged by one traded day. These are not Barra factors. A day with fewer than five
 * names gives 0.
 */
export function styleProxies(input: StyleInput): Record<Style, Float64Array> {
  const { days, symbols } = input;
  const cells = days * symbols;
  if (input.adjustedClose.length !== cells || input.value.length !== cells || input.traded.length !== cells) {
    throw new AppError('BAD_INPUT', `Style proxies need ${cells} cells (${days} days × ${symbols} symbols) in each column.`);
  }
  const returns = new Float64Array(cells).fill(Number.NaN);
  const exposure = { liquidity: new Float64Array(cells).fill(Number.NaN), momentum: new Float64Array(cells).fill(Number.NaN), volatility: new Float64Array(cells).fill(Number.NaN) };
  for (let i = 0; i < symbols; i++) exposeSymbol(input, i, returns, exposure);
  const out = {} as Record<Style, Float64Array>;
  for (const style of STYLES) {
    out[style] = new Float64Array(days);
    for (let t = 0; t < days; t++) out[style][t] = quintileSpread(exposure[style], returns, t * symbols, symbols);
  }
  return out;
}

/** Fill one symbol's returns and lagged exposures, walking its traded days. */
function exposeSymbol(input: StyleInput, i: number, returns: Float64Array, exposure: Record<Style, Float64Array>): void {
  const { days, symbols, adjustedClose, value, traded } = input;
  const closes: number[] = [];
  const changes: number[] = [];
  let before: Record<Style, number> | null = null;
  for (let t = 0; t < days; t++) {
    const at = t * symbols + i;
    if (traded[at] !== 1) continue;
    const close = adjustedClose[at]!;
    const last = closes.length > 0 ? closes[closes.length - 1]! : Number.NaN;
    const change = close / last - 1;
    returns[at] = change;
    if (before) for (const style of STYLES) exposure[style][at] = before[style];
    closes.push(close);
    changes.push(change);
    before = {
      liquidity: Math.log(value[at]! + 1e-9),
      momentum: closes.length > WINDOW ? close / closes[closes.length - 1 - WINDOW]! - 1 : Number.NaN,
      volatility: windowSd(changes),
    };
  }
}

/** Standard deviation (ddof 1) of the last 20 values, missing ones left out; NaN with fewer than five. */
function windowSd(values: readonly number[]): number {
  let n = 0;
  let sum = 0;
  for (let k = Math.max(0, values.length - WINDOW); k < values.length; k++) {
    if (Number.isNaN(values[k]!)) continue;
    n++;
    sum += values[k]!;
  }
  if (n < LEAST_RETURNS) return Number.NaN;
  const centre = sum / n;
  let m2 = 0;
  for (let k = Math.max(0, values.length - WINDOW); k < values.length; k++) if (!Number.isNaN(values[k]!)) m2 += (values[k]! - centre) ** 2;
  return Math.sqrt(m2 / (n - 1));
}

function quintileSpread(exposure: Float64Array, returns: Float64Array, from: number, symbols: number): number {
  const values: number[] = [];
  const gains: number[] = [];
  for (let at = from; at < from + symbols; at++) {
    if (Number.isNaN(exposure[at]!) || Number.isNaN(returns[at]!)) continue;
    values.push(exposure[at]!);
    gains.push(returns[at]!);
  }
  if (values.length < LEAST_NAMES) return 0;
  const top = quantileLinear(values, 0.8);
  const bottom = quantileLinear(values, 0.2);
  let high = 0;
  let highs = 0;
  let low = 0;
  let lows = 0;
  values.forEach((v, k) => {
    if (v >= top) {
      high += gains[k]!;
      highs++;
    }
    if (v <= bottom) {
      low += gains[k]!;
      lows++;
    }
  });
  return high / highs - low / lows;
}
