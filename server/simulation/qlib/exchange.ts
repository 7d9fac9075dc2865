import { CELL, type Panel } from '@/server/market/panel';
import type { QlibOptions } from './types';

/** The market as a Qlib data folder stores it: close × factor, factor and change as float32. */
export class QlibExchange {
  private readonly panel: Panel;
  private readonly options: QlibOptions;
  private readonly limit: number;

  constructor(panel: Panel, options: QlibOptions) {
    this.panel = panel;
    this.options = options;
    this.limit = Math.fround(options.limitThreshold);
  }

  isSuspended(day: number, i: number): boolean {
    return this.panel.status[day * this.panel.symbols.length + i] !== CELL.TRADED;
  }

  /** Adjusted close, float32; NaN on a day without trading. */
  price(day: number, i: number): number {
    const at = day * this.panel.symbols.length + i;
    return this.isSuspended(day, i) ? Number.NaN : Math.fround(this.panel.fields.close[at]! * this.factorAt(at));
  }

  factor(day: number, i: number): number {
    return Math.fround(this.factorAt(day * this.panel.symbols.length + i));
  }

  /** Neither suspended nor at a limit, on either side (forbid_all_trade_at_limit). */
  isTradable(day: number, i: number): boolean {
    const at = day * this.panel.symbols.length + i;
    const { close, preclose } = this.panel.fields;
    const change = Math.fround(close[at]! / preclose[at]! - 1);
    return !this.isSuspended(day, i) && !(change >= this.limit) && !(change <= -this.limit);
  }

  /** Largest adjusted amount of whole trade units within `amount`; the 0.1 forgives what float32 factors lose. */
  roundAmount(amount: number, factor: number): number {
    const { tradeUnit } = this.options;
    return (Math.floor((amount * factor + 0.1) / tradeUnit) * tradeUnit) / factor;
  }

  fee(value: number, rate: number): number {
    return value <= 1e-5 ? 0 : Math.max(value * rate, this.options.minCost);
  }

  /** Amount that cash pays for, fee included. */
  affordable(cash: number, price: number): number {
    const { openCost, minCost } = this.options;
    if (cash < minCost) return 0;
    return cash >= minCost / openCost + minCost ? cash / (1 + openCost) / price : (cash - minCost) / price;
  }

  private factorAt(at: number): number {
    const raw = this.panel.fields.factor[at]!;
    return Number.isNaN(raw) ? 1 : raw;
  }
}
