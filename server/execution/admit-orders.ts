import { CELL } from '@/server/market/panel';
import type { DayTape } from './day-tape';
import type { MarketRows } from './market-rows';
import { type ExecutionConfig, type Ledger, REASON } from './types';

/**
 * A row of the tape for every wish of one side (`side` · wanted > 0), in symbol order, with reference, limit and the shares that the
 * market (suspension, limits, participation), T+1 and lots allow. Cash comes later. Columns are taken out of their objects once:
 * with 300 orders a day the loads of the loop body are what a run costs.
 */
export function admitOrders(ledger: Ledger, rows: MarketRows, wanted: Int32Array, tape: DayTape, side: 1 | -1, config: ExecutionConfig): void {
  const { panel, count } = rows;
  const { shares: held, lockedShares } = ledger;
  const { symbol, side: sides, wanted: wishes, filled, reason, referenceFen, limitFen, volume } = tape;
  const { fillAt, participationCap } = config;
  const prices = fillAt === 'close' ? rows.closeFen : rows.openFen;
  const limits = side === 1 ? rows.upFen : rows.downFen;
  const volumes = panel.fields.volume;
  const at = rows.day * count;
  const from = tape.count;
  // Which names have this side is noise to the branch predictor: collect them without a branch, then walk the list.
  let to = from;
  for (let i = 0; i < count; i++) {
    symbol[to] = i;
    // The sign bit of −side · wanted: 1 when the wish is of this side.
    to += Math.imul(-side, wanted[i]!) >>> 31;
  }
  sides.fill(side, from, to);
  reason.fill(0, from, to);
  for (let k = from; k < to; k++) {
    const i = symbol[k]!;
    const wish = side * wanted[i]!;
    wishes[k] = wish;
    const reference = fillAt === 'vwap' ? vwapFen(rows, at + i, i) : prices[i]!;
    const traded = volumes[at + i]!;
    if (!(reference > 0) || !(traded > 0)) {
      filled[k] = 0;
      referenceFen[k] = Number.NaN;
      reason[k] = panel.status[at + i] === CELL.TRADED ? REASON.NO_PRICE : REASON.SUSPENDED;
      continue;
    }
    const limit = limits[i]!;
    referenceFen[k] = reference;
    volume[k] = traded;
    limitFen[k] = limit;
    if (side === 1 ? reference >= limit : reference <= limit) {
      filled[k] = 0;
      reason[k] = side === 1 ? REASON.LIMIT_UP : REASON.LIMIT_DOWN;
      continue;
    }
    const cap = traded * participationCap;
    let shares = wish;
    if (side === -1) {
      const free = held[i]! - lockedShares[i]!;
      if (shares > free) {
        shares = free;
        reason[k] = REASON.T1_LOCKED;
      }
    }
    if (shares > cap) {
      shares = Math.floor(cap);
      reason[k] = REASON.PARTICIPATION;
    }
    // A wish is in lots already; only a whole position may leave as an odd lot.
    if (side === 1 ? shares < wish : shares < held[i]!) shares = rows.floorToLot(i, shares);
    if (side === -1 && shares === 0 && reason[k] === 0) reason[k] = REASON.BELOW_LOT;
    filled[k] = shares;
  }
  tape.count = to;
}

const vwapFen = (rows: MarketRows, cell: number, i: number): number => (rows.panel.status[cell] === CELL.TRADED ? rows.vwapFen(i) : Number.NaN);
