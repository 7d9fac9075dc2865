import type { UnpricedHolding } from '@/server/contracts/unpriced-holding';
import type { StepState } from '@/server/simulation/types';
import type { StepRow } from './get-book';

/** A position after the fills of a day. Money in fen; cost without fees. */
export interface Holding {
  symbol: string;
  shares: number;
  /** Bought today, not sellable before the next session (T+1). */
  lockedShares: number;
  priceFen: number;
  valueFen: number;
  weight: number;
  costFen: number;
  pnlFen: number;
  /** Had no price on the day: it stands at its last one. Null when it had one, or the day did not keep it. */
  unpriced: UnpricedHolding | null;
}

/** Positions of a stored day, largest first. */
export function readHoldings(step: Pick<StepRow, 'state' | 'equityFen' | 'unpriced'> | null): Holding[] {
  if (!step) return [];
  const unpriced = new Map(step.unpriced?.map((h) => [h.symbol, h]));
  return (step.state as StepState).ledger.positions
    .map(([symbol, shares, lockedShares, costFen, priceFen]) => {
      const valueFen = shares * priceFen;
      return { symbol, shares, lockedShares, priceFen, valueFen, weight: step.equityFen > 0 ? valueFen / step.equityFen : 0, costFen, pnlFen: valueFen - costFen, unpriced: unpriced.get(symbol) ?? null };
    })
    .sort((a, b) => b.valueFen - a.valueFen || (a.symbol < b.symbol ? -1 : 1));
}
