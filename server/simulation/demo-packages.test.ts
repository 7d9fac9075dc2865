import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { loadPackage } from '@/server/strategy/load-package';
import { makePackage } from '@/server/strategy/make-package';
import { openStrategy } from '@/server/strategy/open-strategy';
import type { StrategyPackage } from '@/server/strategy/types';
import { compareVersions } from './compare-versions';
import { defaultSimulation } from './config';
import { barsOf } from './day-bars';
import { backtestPackage } from './run-backtest';
import { openEpisode, questionFor, stepDay } from './step-day';

process.env.OOMRL_ROOT ??= fileURLToPath(new URL('../..', import.meta.url));
const packageAt = (name: string) => loadPackage(fileURLToPath(new URL(`../../strategies/${name}`, import.meta.url)));
const panel = generateSyntheticMarket({ seed: 2 });
const config = defaultSimulation('cn-a');
const from = panel.dates[25]!;
const free = { ...config, execution: { ...config.execution, friction: 'off' as const } };

function edited(pkg: StrategyPackage, find: string, replace: string): StrategyPackage {
  const sources = pkg.sources.map((file) => ({ path: file.path, text: file.text.replace(find, replace) }));
  return makePackage([{ path: 'strategy.json', text: JSON.stringify(pkg.manifest) }, ...sources, ...pkg.tests]);
}

it('daily-momentum is the phase-1 mistake: lovely without friction, ruined with it', async () => {
  const pkg = packageAt('daily-momentum');
  const gross = await backtestPackage({ panel, pkg, config: free, from });
  const net = await backtestPackage({ panel, pkg, config, from });
  expect(gross.summary.annualTurnover).toBeGreaterThan(60);
  expect(gross.summary.annualTurnover).toBeLessThan(75);
  expect(gross.summary.finalEquityFen).toBeGreaterThan(config.initialFen * 1.3);
  expect(net.summary.maxPrincipalLoss).toBeGreaterThan(0.1);
  expect(net.summary.realisedFriction).toBeGreaterThan(net.summary.modelledFriction);
});

it.each([
  ['daily-momentum', 'REBALANCE_EVERY_DAYS = 1', 'REBALANCE_EVERY_DAYS = 10'],
  ['breakout-rotation', 'cadence: 1', 'cadence: 10'],
])('Sim2Real of %s: trading less often costs less on the same days', async (name, find, replace) => {
  const before = packageAt(name);
  const unarmed = { ...config, terminal: { ...config.terminal, tauBp: 10_000 } };
  const { before: a, after: b, rewardDelta } = await compareVersions({ panel, config: unarmed, from, to: panel.dates[250]!, before, after: edited(before, find, replace) });
  expect(b.series.dates).toEqual(a.series.dates);
  expect(b.summary.annualTurnover).toBeLessThan(a.summary.annualTurnover / 3);
  expect(b.summary.realised.totalFen).toBeLessThan(a.summary.realised.totalFen);
  expect(rewardDelta).toBeCloseTo(b.summary.rewardSum - a.summary.rewardSum, 12);
});

it('a book killed on any day goes on in a new process as if nothing had happened', async () => {
  const pkg = packageAt('breakout-rotation');
  const whole = await backtestPackage({ panel, pkg, config, from, to: panel.dates[45]!, records: true });
  let state = openEpisode(panel, config, from);
  for (const expected of whole.records) {
    const today = panel.dates.indexOf(state.date);
    const session = await openStrategy(pkg, { symbols: panel.symbols });
    for (let day = today - session.lookbackDays + 1; day < today; day++) session.feed(barsOf(panel, day));
    const stored = JSON.parse(JSON.stringify(state));
    const decision = await session.decide(barsOf(panel, today), questionFor(panel, config, stored));
    await session.close();
    const result = stepDay(panel, config, stored, decision);
    expect(JSON.stringify(result.record)).toBe(JSON.stringify(expected));
    state = result.state;
  }
  expect(state).toEqual(whole.finalState);
});
