import { expect, it } from 'vitest';
import { computeMetrics } from '@/server/analytics/compute-metrics';
import { intervalText, METRIC_LINES, significanceText } from './metric-lines';

const wave = Array.from({ length: 80 }, (_, i) => Math.sin(i) / 100);
const market = Array.from({ length: 80 }, (_, i) => Math.cos(i) / 100);

it('names only figures that the analytics room makes, and gives a dash where one is not defined', () => {
  const { metrics } = computeMetrics(wave);
  for (const line of METRIC_LINES) expect(line.key in metrics).toBe(true);
  expect(METRIC_LINES.find((l) => l.key === 'ols_alpha_252')?.format(metrics.ols_alpha_252)).toBe('–');
});

it('writes both ends of an interval, or a dash', () => {
  expect([intervalText({ low: -0.514, high: 2.96, confidence: 0.95, draws: 1000 }), intervalText(null)]).toEqual(['−0.51 to 2.96', '–']);
});

it('says "not significant" aloud, and why nothing can be said without a benchmark', () => {
  expect(significanceText(computeMetrics(wave, { benchmark: market }))).toMatch(/^Alpha is not significant over 80 days \(t /);
  expect(significanceText(computeMetrics(wave))).toBe('No statement about alpha: no benchmark was given.');
  const lucky = wave.map((x) => x + 0.02);
  expect(significanceText(computeMetrics(lucky, { benchmark: market }))).toMatch(/above zero at the 5 % level/);
});
