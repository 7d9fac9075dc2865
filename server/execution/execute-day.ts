import type { DayTape } from './day-tape';
import { NO_FEES, feeRowOn } from './fees';
import { fillAdmittedBuys, fillBuys, takeBackBuys } from './fill-buys';
import { fillSells } from './fill-sells';
import { fitIntoCash } from './fit-into-cash';
import type { MarketRows } from './market-rows';
import { type ExecutionConfig, type FillTerms, type Ledger, REASON } from './types';

/**
 * Trades of one day: sells first, then buys within cash including fees. The ledger and the tape are changed in place. Orders are
 * taken in symbol order, so a run is deterministic.
 */
export class DayExecutor {
  private readonly config: ExecutionConfig;
  private readonly halfSpread: number;
  private readonly impactCoef: number;

  constructor(config: ExecutionConfig) {
    const on = config.friction === 'on';
    this.config = config;
    this.halfSpread = on ? config.halfSpreadBp / 10_000 : 0;
    this.impactCoef = on ? config.impactCoef : 0;
  }

  /** Shares bought earlier may be sold from now on: call once per new session, before `run`. */
  static releaseLocked(ledger: Ledger): void {
    ledger.lockedShares.fill(0);
  }

  /** Fill the orders of `tape` (in lots; a whole position may be odd) on the loaded day. */
  run(ledger: Ledger, rows: MarketRows, tape: DayTape): void {
    const terms = this.termsOn(rows.date);
    tape.begin(rows, terms);
    fillSells(ledger, rows, tape, terms);
    const cashFen = ledger.cashFen;
    const { trades } = tape;
    const afterSells = { ...trades };
    fillBuys(ledger, rows, tape, terms);
    if (ledger.cashFen >= 0 || ledger.cashFen === cashFen) return;
    const needFen = cashFen - ledger.cashFen;
    takeBackBuys(ledger, rows, tape);
    ledger.cashFen = cashFen;
    Object.assign(trades, afterSells);
    buyWithin(ledger, rows, tape, terms, needFen);
  }

  private termsOn(date: string): FillTerms {
    const { fillAt, participationCap, friction, fees } = this.config;
    return { fillAt, participationCap, halfSpread: this.halfSpread, impactCoef: this.impactCoef, fees: friction === 'on' ? feeRowOn(fees, date) : NO_FEES };
  }
}

/** The buys again, each cut to what cash allows; the tape says why it was cut. */
function buyWithin(ledger: Ledger, rows: MarketRows, tape: DayTape, terms: FillTerms, needFen: number): void {
  const { buys, cutBuys, filled, reason } = tape;
  const admitted = filled.slice();
  fitIntoCash(rows, tape, terms, ledger.cashFen, needFen);
  fillAdmittedBuys(ledger, rows, tape, terms);
  cutBuys.symbols.set(buys.symbols);
  cutBuys.count = buys.count;
  for (let k = 0; k < buys.count; k++) {
    const i = buys.symbols[k]!;
    if (filled[i]! < admitted[i]!) reason[i] = REASON.CASH;
  }
}
