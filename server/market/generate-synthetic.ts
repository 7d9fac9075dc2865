import { isCalendarDate } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import { CN_A_RULES } from './board-table';
import { BAR_FIELDS, CELL, type BarField, type Panel } from './panel';
import { createPrng, type Prng } from './prng';
import { syntheticCalendar } from './synthetic-calendar';
import { walkShare } from './synthetic-share-path';
import { drawUniverse, SECTORS } from './synthetic-universe';

export interface SyntheticOptions {
  /** 32-bit seed: the same seed gives the same bytes on every machine. */
  readonly seed: number;
  readonly symbols?: number;
  readonly start?: string;
  readonly years?: number;
}

export const SYNTHETIC_BENCHMARK = 'SYN000300';
/** Drift of the market factor a day: about 5 % a year. */
const MARKET_DRIFT = 0.0002;

/**
 * A CSI-300-like A-share market made of one seed: market and sector factors with clustered volatility, board rules, suspensions,
 * ex-days, ST spells, listings, an illiquid tail, and a hidden drift that lives one to ten days and is strong only where trading
 * is dear. meta.synthetic is true; every screen must say so.
 * @throws AppError BAD_INPUT on impossible options
 */
export function generateSyntheticMarket(options: SyntheticOptions): Panel {
  const { seed, symbols = 100, start = '2022-01-04', years = 3 } = options;
  if (!Number.isInteger(symbols) || symbols < 2 || symbols > 999) throw new AppError('BAD_INPUT', `symbols must be an integer from 2 to 999, got ${symbols}.`);
  if (!Number.isInteger(years) || years < 1 || years > 30) throw new AppError('BAD_INPUT', `years must be an integer from 1 to 30, got ${years}.`);
  if (!isCalendarDate(start) || start < '2020-08-24') throw new AppError('BAD_INPUT', `start must be a date from 2020-08-24 on (all board rules in force), got ${JSON.stringify(start)}.`);
  const dates = syntheticCalendar(start, years);
  const days = dates.length;
  const shares = drawUniverse(createPrng(seed ^ 0x5eed0001), symbols, days).sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const { market, sectors } = drawCommon(createPrng(seed ^ 0x5eed0002), days);
  const fields = Object.fromEntries(BAR_FIELDS.map((f) => [f, new Float64Array(days * symbols).fill(Number.NaN)])) as Record<BarField, Float64Array>;
  const { open, high, low, close, preclose, volume, amount, factor } = fields;
  const status = new Uint8Array(days * symbols);
  const flags = new Uint8Array(days * symbols);
  shares.forEach((share, i) => {
    // One generator per share: adding names never changes the others.
    const random = createPrng((seed ^ Math.imul(Number(share.symbol.slice(3)), 0x9e3779b1)) >>> 0);
    walkShare(share, dates, { market, sector: sectors[share.sector]! }, random, CN_A_RULES, (t, cell) => {
      const at = t * symbols + i;
      open[at] = cell.openFen / 100;
      high[at] = cell.highFen / 100;
      low[at] = cell.lowFen / 100;
      close[at] = cell.closeFen / 100;
      preclose[at] = cell.precloseFen / 100;
      volume[at] = cell.volume;
      amount[at] = cell.amountFen / 100;
      factor[at] = cell.factor;
      status[at] = cell.status;
      flags[at] = cell.flags;
    });
  });
  return {
    meta: { name: `Synthetic A-share market (seed ${seed})`, board: 'cn-a', currency: 'CNY', synthetic: true, seed, benchmark: SYNTHETIC_BENCHMARK },
    dates,
    symbols: shares.map((s) => s.symbol),
    fields,
    status,
    flags,
    benchmark: indexOf(fields, status, shares.map((s) => s.floatShares), days),
  };
}

/** Market returns with clustered volatility (GARCH(1,1)) and sector returns on top. */
function drawCommon(random: Prng, days: number): { market: Float64Array; sectors: Float64Array[] } {
  const market = new Float64Array(days);
  const sectors = Array.from({ length: SECTORS }, () => new Float64Array(days));
  const longRun = 0.0102 * 0.0102;
  let variance = longRun;
  for (let t = 0; t < days; t++) {
    const shock = Math.sqrt(variance) * random.normal();
    market[t] = MARKET_DRIFT + shock;
    variance = 0.03 * longRun + 0.08 * shock * shock + 0.89 * variance;
    for (const sector of sectors) sector[t] = 0.0055 * random.normal();
  }
  return { market, sectors };
}

/** Float-weighted price-return index, 4000 before the first day; weights are yesterday's, suspended names stand still. */
function indexOf(fields: Readonly<Record<BarField, Float64Array>>, status: Uint8Array, floats: readonly number[], days: number): Float64Array {
  const n = floats.length;
  const capital = floats.slice();
  const index = new Float64Array(days);
  let level = 4000;
  for (let t = 0; t < days; t++) {
    let before = 0;
    let after = 0;
    for (let i = 0; i < n; i++) {
      const at = t * n + i;
      if (status[at] === CELL.UNLISTED) continue;
      before += capital[i]!;
      if (status[at] === CELL.TRADED) capital[i] = capital[i]! * (fields.close[at]! / fields.preclose[at]!);
      after += capital[i]!;
    }
    level *= after / before;
    index[t] = level;
  }
  return index;
}
