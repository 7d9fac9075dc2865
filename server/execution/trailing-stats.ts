import { CELL, type Panel } from '@/server/market/panel';

const WINDOW = 20;
const MIN_RETURNS = 5;
/** Returns enter the sums as integers of 1e-6, so that adding and removing days is exact and a run resumed anywhere gives the same bits. */
const RETURN_UNIT = 1e6;

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
  private day = -1;

  constructor(panel: Panel) {
    const n = panel.symbols.length;
    this.panel = panel;
    this.traded = new Int32Array(n);
    this.volume = new Float64Array(n);
    this.sum = new Float64Array(n);
    this.squares = new Float64Array(n);
  }

  /** Windows end the day before `day`. */
  moveTo(day: number): void {
    if (day === this.day) return;
    if (this.day >= 0 && day === this.day + 1) {
      this.account(this.day, 1);
      if (day - 1 - WINDOW >= 0) this.account(day - 1 - WINDOW, -1);
    } else {
      for (const sums of [this.traded, this.volume, this.sum, this.squares]) sums.fill(0);
      for (let t = Math.max(0, day - WINDOW); t < day; t++) this.account(t, 1);
    }
    this.day = day;
  }

  adv(i: number): number {
    const days = this.traded[i]!;
    return days === 0 ? 0 : this.volume[i]! / days;
  }

  sigma(i: number): number {
    const days = this.traded[i]!;
    if (days < MIN_RETURNS) return Number.NaN;
    // Integer sums: n·Σr² − (Σr)² is exact below 2^53, so the difference cannot go negative.
    const spread = days * this.squares[i]! - this.sum[i]! * this.sum[i]!;
    return Math.sqrt(spread / (days * (days - 1))) / RETURN_UNIT;
  }

  private account(t: number, sign: 1 | -1): void {
    const { panel, traded, volume, sum, squares } = this;
    const n = panel.symbols.length;
    const at = t * n;
    const { volume: shares, close, preclose } = panel.fields;
    const { status } = panel;
    for (let i = 0; i < n; i++) {
      if (status[at + i] !== CELL.TRADED) continue;
      const r = Math.round((close[at + i]! / preclose[at + i]! - 1) * RETURN_UNIT);
      traded[i]! += sign;
      volume[i]! += sign * Math.round(shares[at + i]!);
      if (!Number.isNaN(r)) {
        sum[i]! += sign * r;
        squares[i]! += sign * r * r;
      }
    }
  }
}
