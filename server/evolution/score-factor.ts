import { barsOfPanel } from '@/server/factors/bars-of-panel';
import type { Expr } from '@/server/factors/ast';
import { ColumnPool } from '@/server/factors/column-pool';
import { FactorEvaluator } from '@/server/factors/evaluate';
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

/** Evaluates factors over one panel; what does not depend on the factor (columns, returns, the market's mean) is prepared once. */
export class FactorScorer {
  readonly #panel: Panel;
  readonly #rules: ScoreRules;
  readonly #stocks: { evaluator: FactorEvaluator; first: number }[];
  /** T × N simple returns into a day on adjusted closes, 0 where there is none. */
  readonly #returns: Float64Array;
  /** Mean return a day of all traded stocks, equally weighted. */
  readonly #market: Float64Array;

  constructor(panel: Panel, rules: ScoreRules = SCORE_RULES) {
    this.#panel = panel;
    this.#rules = rules;
    const days = panel.dates.length;
    const n = panel.symbols.length;
    const pool = new ColumnPool();
    this.#returns = new Float64Array(days * n);
    this.#stocks = panel.symbols.map((_, i) => {
      const { bars, dates } = barsOfPanel(panel, i);
      const first = days - dates.length;
      for (let d = 1; d < dates.length; d++) {
        const r = bars.close[d]! / bars.close[d - 1]! - 1;
        if (Number.isFinite(r)) this.#returns[(first + d) * n + i] = r;
      }
      return { evaluator: new FactorEvaluator(bars, pool), first };
    });
    this.#market = Float64Array.from({ length: days }, (_, t) => this.#meanOfTraded(t));
  }

  /** Score over days [from, to): signal on the close of t, held from the close of t + 1. */
  score(expr: Expr, from: number, to: number): FactorScore {
    try {
      const values = this.#stocks.map(({ evaluator }) => {
        const column = evaluator.evaluate(expr);
        evaluator.release(column);
        return column;
      });
      return this.#scoreValues(values, from, to);
    } finally {
      for (const { evaluator } of this.#stocks) evaluator.release();
    }
  }

  #scoreValues(values: readonly Float64Array[], from: number, to: number): FactorScore {
    const n = this.#stocks.length;
    let weights: Float64Array = new Float64Array(n);
    let pending: Float64Array | null = null;
    const excess: number[] = [];
    for (let t = from; t < to; t++) {
      let gain = this.#gain(t, weights);
      if (pending) {
        let traded = 0;
        for (let i = 0; i < n; i++) traded += Math.abs(pending[i]! - weights[i]!);
        gain -= traded * this.#rules.costPerSide;
        weights = pending;
        pending = null;
      }
      if (t > from) excess.push(gain - this.#market[t]!);
      if ((t - from) % this.#rules.rebalanceDays === 0) pending = this.#top(values, t);
    }
    return this.#summary(excess);
  }

  #gain(t: number, weights: Float64Array): number {
    const at = t * weights.length;
    let sum = 0;
    for (let i = 0; i < weights.length; i++) if (weights[i]! > 0) sum += weights[i]! * this.#returns[at + i]!;
    return sum;
  }

  #meanOfTraded(t: number): number {
    const n = this.#stocks.length;
    let sum = 0;
    let count = 0;
    for (let cell = t * n; cell < (t + 1) * n; cell++) {
      if (this.#panel.status[cell] !== CELL.TRADED) continue;
      sum += this.#returns[cell]!;
      count++;
    }
    return count === 0 ? 0 : sum / count;
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
