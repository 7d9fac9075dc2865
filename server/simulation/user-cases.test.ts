import { expect, it } from 'vitest';
import { computeMetrics } from '@/server/analytics/compute-metrics';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { BAR_FIELDS, type Panel } from '@/server/market/panel';
import { defaultSimulation } from './config';
import { type DecisionSource, runBacktest } from './run-backtest';

const panel = generateSyntheticMarket({ seed: 3, symbols: 20, years: 1 });
const config = defaultSimulation('cn-a');

it('I-20: days without a position are days with return 0, and they count', async () => {
  const source: DecisionSource = { kind: 'weights', weights: (day, out) => { out.fill(day >= 20 && day < 40 ? 0.04 : 0); return true; } };
  const { series } = await runBacktest({ panel, config, source, to: panel.dates[60]! });
  expect(series.returns).toHaveLength(60);
  expect(series.returns.slice(0, 20)).toEqual(Array<number>(20).fill(0));
  const { metrics } = computeMetrics(series.returns);
  expect(metrics.n).toBe(60);
  expect(metrics.ann_arith252! / 252).toBeCloseTo(series.returns.reduce((sum, r) => sum + r, 0) / 60, 15);
});

it('I-27: when the days after t are taken away or made up, every order, fill and reward up to t is the same', async () => {
  const CUT = 120;
  const n = panel.symbols.length;
  // The same rule on whatever market it is shown: buy what fell over five days, by the bars of the day of the decision and before.
  const rule = (market: Panel): DecisionSource => ({
    kind: 'weights',
    weights: (day, out) => {
      const { close } = market.fields;
      for (let i = 0; i < n; i++) out[i] = day >= 5 && close[day * n + i]! < close[(day - 5) * n + i]! ? 0.05 : 0;
      return true;
    },
  });
  const altered: Panel = {
    ...panel,
    fields: Object.fromEntries(BAR_FIELDS.map((f) => [f, panel.fields[f].map((v, at) => (at < (CUT + 1) * n ? v : Math.round(v * 130) / 100))])) as Panel['fields'],
  };
  const shorter: Panel = {
    ...panel, dates: panel.dates.slice(0, CUT + 1), benchmark: null, status: panel.status.slice(0, (CUT + 1) * n), flags: panel.flags.slice(0, (CUT + 1) * n),
    fields: Object.fromEntries(BAR_FIELDS.map((f) => [f, panel.fields[f].slice(0, (CUT + 1) * n)])) as Panel['fields'],
  };
  const until = async (market: Panel) => (await runBacktest({ panel: market, config, source: rule(market), to: panel.dates[CUT]!, records: true })).records;
  const whole = (await runBacktest({ panel, config, source: rule(panel), records: true })).records.slice(0, CUT);
  expect(whole.some((r) => r.orders.length > 0)).toBe(true);
  expect(await until(altered)).toEqual(whole);
  expect(await until(shorter)).toEqual(whole);
});
