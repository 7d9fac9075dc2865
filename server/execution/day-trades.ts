import type { RealisedFriction } from './types';

/** What a day's fills add up to; sums of integers, so that no order of adding matters (of the squares: only to their last bit). */
export interface DayTrades {
  fills: number;
  /** Σ shares · preclose and Σ (shares · preclose)²: ‖Δω‖₁ = worth / equity, ‖Δω‖₂ = √worthSquares / equity, weights at the preclose. */
  worthFen: number;
  worthSquares: number;
  tradedFen: number;
  soldFen: number;
  commissionFen: number;
  dutyFen: number;
  transferFen: number;
  otherFen: number;
  /** |price − reference| · shares, of which `impactFen` is impact and the rest spread. */
  slippageFen: number;
  impactFen: number;
  /** How far the trades moved equity as valued before them (at the preclose): fees, and price against valuation. */
  equityChangeFen: number;
}

export const noTrades = (): DayTrades => ({
  fills: 0, worthFen: 0, worthSquares: 0, tradedFen: 0, soldFen: 0, commissionFen: 0, dutyFen: 0, transferFen: 0, otherFen: 0, slippageFen: 0, impactFen: 0, equityChangeFen: 0,
});

export const feesOfDayFen = ({ commissionFen, dutyFen, transferFen, otherFen }: DayTrades): number => commissionFen + dutyFen + transferFen + otherFen;

/** Cash that came in, fees taken out. */
export const cashOfTradesFen = (trades: DayTrades): number => 2 * trades.soldFen - trades.tradedFen - feesOfDayFen(trades);

export function realisedFriction(trades: DayTrades): RealisedFriction {
  const { commissionFen, dutyFen, transferFen, otherFen, slippageFen, impactFen } = trades;
  return { commissionFen, dutyFen, transferFen, otherFen, spreadFen: slippageFen - impactFen, impactFen, totalFen: feesOfDayFen(trades) + slippageFen };
}

export function addFills(trades: DayTrades, fills: number, worthFen: number, worthSquares: number, tradedFen: number, slippageFen: number, impactFen: number): void {
  trades.fills += fills;
  trades.worthFen += worthFen;
  trades.worthSquares += worthSquares;
  trades.tradedFen += tradedFen;
  trades.slippageFen += slippageFen;
  trades.impactFen += impactFen;
}
