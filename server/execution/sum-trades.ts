import type { DayTape } from './day-tape';
import type { RealisedFriction } from './types';

/** What a day's fills add up to. */
export interface DayTrades {
  readonly fills: number;
  /** ‖Δω‖₁ and ‖Δω‖₂, weights at the preclose: Δω is what was traded, so a day without trades has Δω = 0 exactly. */
  readonly l1: number;
  readonly l2: number;
  readonly tradedFen: number;
  readonly realised: RealisedFriction;
}

/** One pass over the fills of a day. `equityFen`: before the trades. */
export function sumTrades(tape: DayTape, precloseFen: Float64Array, equityFen: number): DayTrades {
  const { filled, symbol, priceFen, referenceFen, count } = tape;
  const { commissionFen: commissions, dutyFen: duties, transferFen: transfers, otherFen: others, spreadFen: spreads, impactFen: impacts } = tape;
  let fills = 0;
  let l1 = 0;
  let squares = 0;
  let tradedFen = 0;
  let commissionFen = 0;
  let dutyFen = 0;
  let transferFen = 0;
  let otherFen = 0;
  let spreadFen = 0;
  let impactFen = 0;
  for (let k = 0; k < count; k++) {
    const shares = filled[k]!;
    if (shares === 0) continue;
    const preclose = precloseFen[symbol[k]!]!;
    const worth = shares * (preclose > 0 ? preclose : referenceFen[k]!);
    const change = equityFen === 0 ? 0 : worth / equityFen;
    fills++;
    l1 += change;
    squares += change * change;
    tradedFen += shares * priceFen[k]!;
    commissionFen += commissions[k]!;
    dutyFen += duties[k]!;
    transferFen += transfers[k]!;
    otherFen += others[k]!;
    spreadFen += spreads[k]!;
    impactFen += impacts[k]!;
  }
  const totalFen = commissionFen + dutyFen + transferFen + otherFen + spreadFen + impactFen;
  return { fills, l1, l2: Math.sqrt(squares), tradedFen, realised: { commissionFen, dutyFen, transferFen, otherFen, spreadFen, impactFen, totalFen } };
}
