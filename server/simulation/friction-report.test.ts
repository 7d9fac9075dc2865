import { expect, it } from 'vitest';
import { fitFrictionModel } from '@/server/execution/calibration/fit-friction-model';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { defaultSimulation } from './config';
import { frictionReport } from './friction-report';
import { runBacktest } from './run-backtest';

const panel = generateSyntheticMarket({ seed: 11, symbols: 30, years: 1 });
const config = defaultSimulation('cn-a');
const run = (model: typeof config.model) => runBacktest({
  panel,
  config: { ...config, model },
  records: true,
  source: { kind: 'weights', weights: (day, out) => { out.fill(0); for (let k = 0; k < 10; k++) out[(day * 3 + k * 7) % 30] = 0.095; return day % 5 !== 4; } },
});
const { records, summary } = await run(config.model);

it('names add up to days and days to the run, in fen', () => {
  const { byDay, byName } = frictionReport(records, config.model);
  const total = byName.reduce((sum, name) => sum + name.feesFen + name.spreadFen + name.impactFen, 0);
  expect(total).toBe(summary.realised.totalFen);
  expect(byName.reduce((sum, name) => sum + name.tradedFen, 0)).toBe(summary.tradedFen);
  expect(byDay).toHaveLength(records.length);
  expect(byDay.reduce((sum, day) => sum + day.realised, 0)).toBeCloseTo(summary.realisedFriction, 12);
  expect(byName[0]!.realisedBp).toBeGreaterThanOrEqual(byName.at(-1)!.realisedBp);
});

it.each(['l1', 'l2'] as const)('eq. 1 shared out over names sums to the modelled friction of the days (%s)', async (norm) => {
  const model = { ...config.model, norm };
  const { records } = await run(model);
  const { byName } = frictionReport(records, model);
  const shared = byName.reduce((sum, name) => sum + (name.modelledBp * name.tradedFen) / 1e4, 0);
  const whole = records.reduce((sum, { reward, equityFen, netReturn }) => sum + (reward.modelledFriction * equityFen) / (1 + netReturn), 0);
  expect(Math.abs(shared / whole - 1)).toBeLessThan(1e-9);
});

it('λ and γ fitted to the fills say what the run really cost', () => {
  const fit = fitFrictionModel(frictionReport(records, config.model).observed);
  expect(fit.r2).toBeGreaterThan(0.8);
  expect(Math.abs(fit.meanResidual)).toBeLessThan(2e-4);
});
