import { CELL, type Panel } from '@/server/market/panel';

const WINDOW = 20;
const MIN_RETURNS = 5;
/** Volatility assumed for a name with fewer returns behind it. */
const UNKNOWN_SIGMA = 0.03;
/** Returns enter the sums as integers of 1e-6, so that adding and removing days is exact and a run resumed anywhere gives the same bits. */
const RETURN_UNIT = 1e6;
/** Beyond +1,000 % a day the preclose is wrong, and sums of squares would leave the exact integers. */
const MAX_RETURN = 1e7;
const NOT_TRADED = -0x80000000;

/**
 * Average volume and volatility of the WINDOW sessions before a day, all symbols, by exact rolling sums. Volumes are
 * integers and returns are rounded to 1e-6: the state after `moveTo(day)` does not depend on the path to `day`.
 */
export class TrailingStats {
  private readonly panel: Panel;
  private readonly traded: Int32Array;
  private readonly volume: Float64Array;
  private readonly sum: Float64Array;
  private readonly squares: Float64Array;
  private readonly keptReturn: Int32Array;
  private readonly keptVolume: Float64Array;
  private day = -1;

  constructor(panel: Panel) {
    const n = panel.symbols.length;
    this.panel = panel;
    this.traded = new Int32Array(n);
    this.volume = new Float64Array(n);
    this.sum = new Float64Array(n);
    this.squares = new Float64Array(n);
    this.keptReturn = new Int32Array(WINDOW * n).fill(NOT_TRADED);
    this.keptVolume = new Float64Array(WINDOW * n);
  }

  /** Windows end the day before `day`. */
  moveTo(day: number): void {
    if (day === this.day) return;
    if (this.day >= 0 && day === this.day + 1) this.take(this.day);
    else {
      for (const sums of [this.traded, this.volume, this.sum, this.squares]) sums.fill(0);
      this.keptReturn.fill(NOT_TRADED);
      for (let t = Math.max(0, day - WINDOW); t < day; t++) this.take(t);
    }
    this.day = day;
  }

  /**
   * σ²/ADV per share, with σ the standard deviation (ddof 1) of daily returns and ADV the average volume of traded sessions:
   * (Σr² − (Σr)²/n)/(n−1) · n/V = (n·Σr² − (Σr)²) / ((n−1)·V). One division in the hot path instead of four and a root.
   */
  impactBase(i: number): number {
    const days = this.traded[i]!;
    const volume = this.volume[i]!;
    if (volume === 0) return 0;
    if (days < MIN_RETURNS) return (UNKNOWN_SIGMA * UNKNOWN_SIGMA * days) / volume;
    // The floor at 0 is for products that pass 2^53.
    const spread = Math.max(0, days * this.squares[i]! - this.sum[i]! * this.sum[i]!);
    return spread / ((days - 1) * volume * (RETURN_UNIT * RETURN_UNIT));
  }

  /**
   * Take day `t` into the sums and the day WINDOW before it out. Its rounded return and volume are kept in the slot of the day that
   * leaves, so that what is taken out later is exactly what was added.
   */
  private take(t: number): void {
    const { panel, traded, volume, sum, squares, keptReturn, keptVolume } = this;
    const n = traded.length;
    const at = t * n;
    const slot = (t % WINDOW) * n;
    const { status } = panel;
    const { volume: shares, close, preclose } = panel.fields;
    for (let i = 0; i < n; i++) {
      const old = keptReturn[slot + i]!;
      const isTraded = status[at + i] === CELL.TRADED;
      if (old === NOT_TRADED && !isTraded) continue;
      let days = traded[i]!;
      let total = volume[i]!;
      let first = sum[i]!;
      let second = squares[i]!;
      if (old !== NOT_TRADED) {
        days--;
        total -= keptVolume[slot + i]!;
        first -= old;
        second -= old * old;
        keptReturn[slot + i] = NOT_TRADED;
      }
      if (isTraded) {
        const r = Math.floor((close[at + i]! / preclose[at + i]! - 1) * RETURN_UNIT + 0.5);
        // A traded day without a usable return counts as unmoved.
        const kept = r <= MAX_RETURN && r >= -MAX_RETURN ? r : 0;
        // A blank volume is none: NaN would stay in the sum of every later day.
        const whole = shares[at + i]! > 0 ? Math.floor(shares[at + i]! + 0.5) : 0;
        keptReturn[slot + i] = kept;
        keptVolume[slot + i] = whole;
        days++;
        total += whole;
        first += kept;
        second += kept * kept;
      }
      traded[i] = days;
      volume[i] = total;
      sum[i] = first;
      squares[i] = second;
    }
  }
}
