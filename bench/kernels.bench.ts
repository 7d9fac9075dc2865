import { type FactorBars, FactorEvaluator } from '@/server/factors/evaluate';
import { ColumnPool } from '@/server/factors/column-pool';
import { parseFactor } from '@/server/factors/parse';
import { leastCpuMs, report } from './measure';

// Elementwise factor kernels against the least that two loads, a multiplication, an addition and a store cost in this process.
const N = 300 * 2430;
const column = (salt: number): Float64Array => Float64Array.from({ length: N }, (_, i) => 1 + ((i * 7 + salt) % 97) / 97);
const bars: FactorBars = { open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5), vwap: column(6) };
const out = new Float64Array(N);

function triad(a: Float64Array, b: Float64Array, c: Float64Array): void {
  for (let i = 0; i < c.length; i++) c[i] = a[i]! + 0.5 * b[i]!;
}

const bare = await leastCpuMs(60, () => triad(bars.open, bars.close, out));
for (const [text, kernels] of [['$close/$open', 1], ['$high-$low', 1], ['($close-$open)/($high-$low)', 3]] as const) {
  const expr = parseFactor(text);
  const least = await leastCpuMs(40, () => new FactorEvaluator(bars).evaluate(expr));
  const share = (bare * kernels) / least;
  report({ claim: `factor ${text}: speed against a typed-array triad`, measured: `${(share * 100).toFixed(0)} % (${(N * kernels / least / 1e3).toFixed(0)} M cells/s)`, target: '≥ 30 %', pass: share >= 0.3 });
}

const pool = new ColumnPool();
const evaluator = new FactorEvaluator(bars, pool);
const nested = parseFactor('(Mean($close,5)-$open)/(Std($close,20)+($high-$low))');
const evaluateOnce = () => { evaluator.evaluate(nested); evaluator.release(); };
evaluateOnce();
const before = process.memoryUsage().arrayBuffers;
for (let k = 0; k < 10; k++) evaluateOnce();
const grown = (process.memoryUsage().arrayBuffers - before) / (N * 8);
report({ claim: 'columns of panel size allocated by ten more evaluations of a factor', measured: grown.toFixed(2), target: '0', pass: grown < 0.01 });
