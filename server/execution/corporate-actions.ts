import type { MarketRows } from './market-rows';
import type { Ledger } from './types';

/**
 * Ratio previous close / preclose from which an ex-day counts as new shares instead of cash. The data say only how far the
 * price was cut, not why; cash dividends of A-shares stay below a quarter of the price, bonus issues start above it in practice.
 * Either reading leaves equity unchanged to the fen, so the choice moves no reward.
 */
const SHARES_FROM_RATIO = 1.25;

export interface CorporateAction {
  readonly index: number;
  readonly kind: 'cash' | 'shares';
  /** Dividend, or the value of the fraction of a share that could not be held. */
  readonly cashFen: number;
  readonly sharesDelta: number;
}

/**
 * Corporate actions of the loaded day on the positions held over night, applied once: the last valuation price of the
 * ledger becomes the preclose, so a second call, or an ex-date inside a suspension seen late, changes nothing twice.
 * Equity at (old price, old shares) equals equity at (preclose, new shares) plus the cash paid, exactly.
 */
export function applyCorporateActions(ledger: Ledger, rows: MarketRows): CorporateAction[] {
  const actions: CorporateAction[] = [];
  const { shares, lockedShares, priceFen } = ledger;
  const { precloseFen } = rows.today;
  for (let i = 0; i < shares.length; i++) {
    const held = shares[i]!;
    const preclose = precloseFen[i]!;
    if (held === 0 || !(preclose > 0)) continue;
    const last = priceFen[i]!;
    if (preclose === last) continue;
    const worth = held * last;
    const ratio = last / preclose;
    const issued = ratio >= SHARES_FROM_RATIO || ratio < 1 ? Math.floor(worth / preclose) : held;
    const cashFen = worth - issued * preclose;
    ledger.cashFen += cashFen;
    shares[i] = issued;
    lockedShares[i] = Math.min(lockedShares[i]!, issued);
    priceFen[i] = preclose;
    actions.push({ index: i, kind: issued === held ? 'cash' : 'shares', cashFen, sharesDelta: issued - held });
  }
  return actions;
}
