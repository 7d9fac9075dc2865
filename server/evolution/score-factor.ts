import { barsOfPanel } from '@/server/factors/bars-of-panel';
import type { Expr } from '@/server/factors/ast';
import { type FactorBars, FactorEvaluator } from '@/server/factors/evaluate';
import { CELL, type Panel } from '@/server/market/panel';

/** Long-only, top tenth of the non-NaN values, equal weights, rebalanced every 5 days (AlphaAgentEvo); the cost per side is a setting. */
export interface ScoreRules {
  topShare: number;
  rebalanceDays: number;
  costPerSide: number;
  daysPerYear: number;
}
export const SCORE_RULES: ScoreRules = { topShare: 0.1, rebalanceDays: 5, costPerSide: 0.0008, daysPerYear: 252 };

export interface FactorScore {
  /** mean / sd(ddof 1) · √days of the daily excess return after cost; null when it is not defined. */
  informationRatio: number | null;
  annualExcess: number | null;
  days: number;
}

/** Evaluates factors over one panel; the per-stock columns are prepared once. */
export class FactorScorer {
  readonly #panel: Panel;
  readonly #rules: ScoreRules;
  readonly #stocks: { bars: FactorBars; first: number }[];

  constructor(panel: Panel, rules: ScoreRules = SCORE_RULES) {
    this.#panel = panel;
    this.#rules = rules;
    this.#stocks = panel.symbols.map((_, i) => {
      const { bars, dates } = barsOfPanel(panel, i);
      return { bars, first: panel.dates.length - dates.length };
    });
  }

  /** Score over days [from, to): signal on the close of t, held from the close of t + 1. */
  score(expr: Expr, from: number, to: number): FactorScore {
    const values = this.#stocks.map(({ bars }) => new FactorEvaluator(bars).evaluate(expr));
    const n = this.#stocks.length;
    let weights: Float64Array = new Float64Array(n);
    let pending: Float64Array | null = null;
    const excess: number[] = [];
    for (let t = from; t < to; t++) {
      const market = this.#meanReturn(t, null);
      let gain = this.#meanReturn(t, weights);
      if (pending) {
        let traded = 0;
        for (let i = 0; i < n; i++) traded += Math.abs(pending[i]! - weights[i]!);
        gain -= traded * this.#rules.costPerSide;
        weights = pending;
        pending = null;
      }
      if (t > from) excess.push(gain - market);
      if ((t - from) % this.#rules.rebalanceDays === 0) pending = this.#top(values, t);
    }
    return this.#summary(excess);
  }

  #return(i: number, t: number): number {
    const { bars, first } = this.#stocks[i]!;
    const at = t - first;
    const r = at > 0 ? bars.close[at]! / bars.close[at - 1]! - 1 : Number.NaN;
    return Number.isFinite(r) ? r : 0;
  }

  /** Weighted mean return of day t; with null, the equal-weighted market of all traded stocks. */
  #meanReturn(t: number, weights: Float64Array | null): number {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < this.#stocks.length; i++) {
      if (weights) {
        if (weights[i]! > 0) sum += weights[i]! * this.#return(i, t);
      } else if (this.#panel.status[t * this.#stocks.length + i] === CELL.TRADED) {
        sum += this.#return(i, t);
        count++;
      }
    }
    return weights ? sum : count === 0 ? 0 : sum / count;
  }

  /** Equal weights on the top tenth; ties are broken by the order of the symbols. */
  #top(values: readonly Float64Array[], t: number): Float64Array {
    const ranked: number[] = [];
    for (let i = 0; i < values.length; i++) {
      const v = values[i]![t - this.#stocks[i]!.first];
      if (v !== undefined && Number.isFinite(v) && this.#panel.status[t * values.length + i] === CELL.TRADED) ranked.push(i);
    }
    const at = (i: number) => values[i]![t - this.#stocks[i]!.first]!;
    ranked.sort((a, b) => at(b) - at(a) || a - b);
    const weights = new Float64Array(values.length);
    const count = Math.floor(ranked.length * this.#rules.topShare);
    for (let k = 0; k < count; k++) weights[ranked[k]!] = 1 / count;
    return weights;
  }

  #summary(excess: readonly number[]): FactorScore {
    const n = excess.length;
    if (n < 2) return { informationRatio: null, annualExcess: null, days: n };
    const mean = excess.reduce((s, x) => s + x, 0) / n;
    const sd = Math.sqrt(excess.reduce((s, x) => s + (x - mean) ** 2, 0) / (n - 1));
    const { daysPerYear } = this.#rules;
    return { informationRatio: sd > 1e-12 ? (mean / sd) * Math.sqrt(daysPerYear) : null, annualExcess: mean * daysPerYear, days: n };
  }
}
