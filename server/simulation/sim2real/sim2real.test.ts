import { expect, it } from 'vitest';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { defaultSimulation } from '../config';
import { runBacktest } from '../run-backtest';
import { atFrictionLevel } from './friction-level';
import { makeSim2RealReport } from './make-report';

const panel = generateSyntheticMarket({ seed: 11, symbols: 30, years: 1 });
const config = defaultSimulation('cn-a');
const run = (c: typeof config, records: boolean) =>
  runBacktest({ panel, config: c, records, source: { kind: 'weights', weights: (day, out) => { out.fill(0); for (let k = 0; k < 10; k++) out[(day * 3 + k * 7) % 30] = 0.095; return true; } } });

it('the same strategy over the same days: return and α fall with friction, and every point shows both frictions', async () => {
  const report = await makeSim2RealReport({ config, levels: [0.5, 2], capitals: [100_000_000, 100_000_000_000], run });
  expect(report.decay.map((p) => p.level)).toEqual([0, 0.5, 1, 2]);
  expect(new Set([...report.decay, ...report.capacity].map((p) => p.days)).size).toBe(1);
  for (const key of ['annualReturn', 'alpha', 'finalEquityFen'] as const) {
    const falls = report.decay.map((p) => p[key]!);
    expect([...falls].sort((a, b) => b - a)).toEqual(falls);
  }
  expect(report.without).toMatchObject({ level: 0, costBp: 0, realisedFriction: 0 });
  expect(report.with.costPerFillFen).toBeGreaterThan(0);
  expect(report.gap).toBe(report.without.annualReturn! - report.with.annualReturn!);
  expect(report.fitted!.lambda + report.fitted!.gamma).toBeGreaterThan(0);
  expect(report.names.length).toBeGreaterThan(10);
});

it('capacity: beyond what the market can take, orders stay unfilled', async () => {
  const { capacity } = await makeSim2RealReport({ config, levels: [], capitals: [100_000_000, 10_000_000_000_000], run });
  expect(capacity.map((p) => p.initialFen)).toEqual([100_000_000, 1_000_000_000, 10_000_000_000_000]);
  expect(capacity[2]!.unfilled).toBeGreaterThan(capacity[1]!.unfilled + 0.3);
  expect(capacity[2]!.annualTurnover).toBeLessThan(capacity[1]!.annualTurnover);
});

it('a level scales every cost and nothing else', () => {
  const twice = atFrictionLevel(config, 2).execution;
  expect(twice).toMatchObject({ friction: 'on', halfSpreadBp: 6, impactCoef: 1, participationCap: config.execution.participationCap });
  expect(twice.fees[1]).toMatchObject({ commissionE7: 5000, minCommissionFen: 1000, dutySellE7: 10_000, transferE7: 200, from: '2023-08-28' });
  expect(atFrictionLevel(config, 1).execution).toEqual(config.execution);
  expect(atFrictionLevel(config, 0).execution.friction).toBe('off');
});

it('the break-even level lies between the levels around it', async () => {
  const report = await makeSim2RealReport({ config, levels: [0.25, 5], capitals: [], run });
  const sign = report.decay.findIndex((p) => p.annualReturn! <= 0);
  if (sign <= 0) expect(report.breakEvenLevel).toBe(sign === 0 ? 0 : null);
  else {
    expect(report.breakEvenLevel).toBeGreaterThan(report.decay[sign - 1]!.level);
    expect(report.breakEvenLevel).toBeLessThanOrEqual(report.decay[sign]!.level);
  }
  await expect(makeSim2RealReport({ config, levels: [-1], capitals: [], run })).rejects.toThrow(/levels are multiples/);
});
