import { computeMetrics } from '@/server/analytics/compute-metrics';
import { leastCpuMs, ms, report } from './measure';

/** A repeatable series that looks like returns. */
function returns(n: number, seed: number): Float64Array {
  const out = new Float64Array(n);
  let state = seed;
  for (let i = 0; i < n; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    out[i] = (state / 2 ** 32 - 0.499) * 0.04;
  }
  return out;
}

for (const [n, what, repeats, limit] of [[2430, '10 years daily', 200, 2], [1_000_000, '1,000,000 rows', 5, 150]] as const) {
  const own = returns(n, 1);
  const benchmark = returns(n, 2);
  const least = await leastCpuMs(repeats, () => computeMetrics(own, { benchmark }));
  report({ claim: `every metric of ${what} with benchmark`, measured: `${ms(least)} CPU`, target: `≤ ${limit} ms`, pass: least <= limit });
}
