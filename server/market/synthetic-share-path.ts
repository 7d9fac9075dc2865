import { type BoardRules, boardRuleTimeline, limitsUnder, type PriceLimits } from './board-rules';
import { CELL, FLAG } from './panel';
import type { Prng } from './prng';
import type { SyntheticShare } from './synthetic-universe';

/** What all shares have in common on each day: returns of the market and of the share's sector. */
export interface CommonReturns {
  readonly market: Float64Array;
  readonly sector: Float64Array;
}

/** Receives one finished cell: prices in integer fen, amount in fen, factor, status and flags. */
export type EmitCell = (day: number, cell: SyntheticCell) => void;

export interface SyntheticCell {
  readonly openFen: number;
  readonly highFen: number;
  readonly lowFen: number;
  readonly closeFen: number;
  readonly precloseFen: number;
  readonly volume: number;
  readonly amountFen: number;
  readonly factor: number;
  readonly status: number;
  readonly flags: number;
}

/** The return beyond the limit that is still to come, as a share of what was cut off. */
const SPILL = 0.85;

/** Walk one share through all days. */
export function walkShare(share: SyntheticShare, dates: readonly string[], common: CommonReturns, random: Prng, rules: BoardRules, emit: EmitCell): void {
  let previousCloseFen = share.firstPriceFen;
  let factor = 1;
  let drift = share.driftSd * random.normal();
  const kick = share.driftSd * Math.sqrt(1 - share.driftMemory * share.driftMemory);
  let pending = 0;
  let suspendedLeft = 0;
  let activity = 1;
  let sessions = share.listedOn < 0 ? -share.listedOn : 0;
  const exMonthDay = `0${5 + random.below(3)}-${10 + random.below(18)}`;
  let exDone = '';
  const timeline = boardRuleTimeline(share.symbol, dates, rules);
  for (let t = 0; t < dates.length; t++) {
    const date = dates[t]!;
    drift = share.driftMemory * drift + kick * random.normal();
    // News: rare, symmetric, often beyond the limit, so that limit days and one-price days occur.
    const jump = random.uniform() < 0.008 ? (random.uniform() < 0.5 ? -1 : 1) * (0.03 + 0.12 * random.uniform()) : 0;
    const noise = share.idioSd * random.normal();
    const suspend = random.uniform() < 0.0009;
    if (t < share.listedOn) continue;
    sessions++;
    const wanted = share.beta * common.market[t]! + common.sector[t]! + drift + noise + jump;
    const st = t >= share.stFrom && t < share.stTo;
    const flags = st ? FLAG.ST : 0;
    if (suspendedLeft === 0 && suspend) suspendedLeft = 2 + random.below(14);
    if (suspendedLeft > 0) {
      suspendedLeft--;
      // News goes on while nobody can trade: part of it comes out on the day of resumption.
      pending += 0.5 * wanted;
      emit(t, { openFen: Number.NaN, highFen: Number.NaN, lowFen: Number.NaN, closeFen: previousCloseFen, precloseFen: previousCloseFen, volume: 0, amountFen: 0, factor, status: CELL.SUSPENDED, flags });
      continue;
    }
    const year = date.slice(0, 4);
    const exDay = share.paysDividend && sessions > 250 && year !== exDone && date.slice(5) >= exMonthDay && date.slice(5) < '09-01';
    let precloseFen = previousCloseFen;
    if (exDay) {
      exDone = year;
      const dividendFen = Math.round(previousCloseFen * (0.008 + 0.03 * random.uniform()));
      const bonus = random.uniform() < 0.15 ? 0.3 : 0;
      precloseFen = Math.round((previousCloseFen - dividendFen) / (1 + bonus));
      factor *= previousCloseFen / precloseFen;
    }
    const rule = timeline[t];
    const limits = rule ? limitsUnder(rule, precloseFen, { st, sessionsSinceListing: sessions }) : null;
    const target = wanted + pending;
    const bars = drawBar(precloseFen, target, share.idioSd, limits, random);
    const realised = bars.closeFen / precloseFen - 1;
    const atLimit = limits !== null && (bars.closeFen === limits.upFen || bars.closeFen === limits.downFen);
    pending = atLimit ? SPILL * (target - realised) : 0;
    activity = 0.8 * activity + 0.2 * (0.6 + 0.8 * random.uniform() + 12 * Math.abs(realised));
    // A one-price day at the limit hardly trades: the queue is on one side only.
    const thin = bars.highFen === bars.lowFen ? 0.05 : 1;
    const vwapFen = (bars.openFen + bars.highFen + bars.lowFen + 2 * bars.closeFen) / 5;
    const volume = 100 * Math.max(1, Math.round((share.dailyAmount * activity * thin) / vwapFen));
    const { openFen, highFen, lowFen, closeFen } = bars;
    emit(t, { openFen, highFen, lowFen, closeFen, precloseFen, volume, amountFen: Math.round(volume * vwapFen), factor, status: CELL.TRADED, flags: exDay ? flags | FLAG.EX_DAY : flags });
    previousCloseFen = bars.closeFen;
  }
}

/** Open, high, low, close in fen around a target return, inside the limits of the day. */
function drawBar(precloseFen: number, target: number, sd: number, limits: PriceLimits | null, random: Prng): Pick<SyntheticCell, 'openFen' | 'highFen' | 'lowFen' | 'closeFen'> {
  const clip = (fen: number): number => Math.max(limits ? limits.downFen : 1, Math.min(limits ? limits.upFen : Number.MAX_SAFE_INTEGER, Math.round(fen)));
  const closeFen = clip(precloseFen * (1 + target));
  const openFen = clip(precloseFen * (1 + 0.3 * target + 0.35 * sd * random.normal()));
  const above = Math.abs(random.normal()) * 0.45 * sd;
  const below = Math.abs(random.normal()) * 0.45 * sd;
  return { openFen, closeFen, highFen: clip(Math.max(openFen, closeFen) * (1 + above)), lowFen: clip(Math.min(openFen, closeFen) * (1 - below)) };
}
