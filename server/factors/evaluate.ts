import type { Expr, FactorField } from './ast';
import { ColumnPool } from './column-pool';
import { BINARY_KERNELS, UNARY_KERNELS } from './elementwise';
import { corr, cov } from './pair';
import { printFactor } from './print';
import { ROLLING_KERNELS } from './rolling';

/** The bars of one instrument from its listing on, oldest first; NaN where a day has no value. */
export type FactorBars = Readonly<Record<FactorField, Float64Array>>;

/** pandas ewm(span=N, adjust=True): weights by absolute position, NaN keeps its place. */
function ema(x: Float64Array, span: number, out: Float64Array): void {
  const keep = 1 - 2 / (span + 1);
  let top = 0;
  let weight = 0;
  for (let t = 0; t < x.length; t++) {
    top *= keep;
    weight *= keep;
    const v = x[t]!;
    if (!Number.isNaN(v)) { top += v; weight += 1; }
    out[t] = weight > 0 ? top / weight : Number.NaN;
  }
}

/**
 * Evaluates factors over the bars of one instrument. Subtrees are remembered by their canonical text, so that
 * Alpha158 computes each shared part once. Output: one value a day, NaN where undefined; it belongs to the evaluator until released.
 */
export class FactorEvaluator {
  readonly #bars: FactorBars;
  readonly #days: number;
  readonly #memo = new Map<string, Float64Array>();

  readonly #pool: ColumnPool;

  constructor(bars: FactorBars, pool = new ColumnPool()) {
    this.#bars = bars;
    this.#pool = pool;
    this.#days = bars.close.length;
  }

  evaluate(e: Expr): Float64Array {
    if (e.kind === 'field') return this.#bars[e.name];
    const key = printFactor(e);
    let out = this.#memo.get(key);
    if (!out) {
      out = this.#pool.take(this.#days);
      this.#fill(e, out);
      this.#memo.set(key, out);
    }
    return out;
  }

  /** Forget what was computed and give its memory back to the pool, but for `keep`, which goes with the next release. */
  release(keep: Float64Array | null = null): void {
    for (const [key, column] of this.#memo) {
      if (column === keep) continue;
      this.#pool.give(column);
      this.#memo.delete(key);
    }
  }

  #fill(e: Exclude<Expr, { kind: 'field' }>, out: Float64Array): void {
    const days = this.#days;
    if (e.kind === 'number') out.fill(e.value);
    else if (e.kind === 'unary') {
      UNARY_KERNELS[e.op](this.evaluate(e.x), out);
    } else if (e.kind === 'binary') {
      BINARY_KERNELS[e.op](this.evaluate(e.a), this.evaluate(e.b), out);
    } else if (e.kind === 'if') {
      const c = this.evaluate(e.condition);
      const a = this.evaluate(e.a);
      const b = this.evaluate(e.b);
      for (let t = 0; t < days; t++) out[t] = c[t]! !== 0 ? a[t]! : b[t]!;
    } else if (e.kind === 'pair') {
      const f = e.op === 'Corr' ? corr : cov;
      const a = this.evaluate(e.a);
      const b = this.evaluate(e.b);
      for (let t = 0; t < days; t++) out[t] = f(a, b, Math.max(0, t - e.window + 1), t);
    } else this.#roll(e, out);
  }

  #roll(e: Extract<Expr, { kind: 'rolling' }>, out: Float64Array): void {
    const x = this.evaluate(e.x);
    const { window } = e;
    if (e.op === 'EMA') {
      ema(x, window, out);
      return;
    }
    if (e.op === 'Ref' || e.op === 'Delta') {
      for (let t = 0; t < out.length; t++) {
        const past = t - window;
        const v = past >= 0 && past < x.length ? x[past]! : Number.NaN;
        out[t] = e.op === 'Ref' ? v : x[t]! - v;
      }
      return;
    }
    const f = ROLLING_KERNELS[e.op];
    for (let t = 0; t < out.length; t++) out[t] = f(x, Math.max(0, t - window + 1), t, e.quantile ?? 0);
  }
}
