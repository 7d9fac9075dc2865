import { expect, it } from 'vitest';
import { tinyMarket } from '@/server/execution/tiny-market';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import type { Panel } from '@/server/market/panel';
import type { Decision } from '@/server/strategy/contract';
import { defaultSimulation } from './config';
import { type DecisionSource, runBacktest } from './run-backtest';
import { openEpisode, stepDay } from './step-day';

const panel = generateSyntheticMarket({ seed: 11, symbols: 30, years: 1 });
const config = defaultSimulation('cn-a');

/** Equal weights of ten names that wander through the universe: trades daily, deterministic. */
const wander = (market: Panel): DecisionSource => ({
  kind: 'weights',
  weights: (day, out) => {
    out.fill(0);
    for (let k = 0; k < 10; k++) out[(day * 3 + k * 7) % market.symbols.length] = 0.095;
    return day % 5 !== 4;
  },
});
const decisionOn = (market: Panel, day: number): Decision | null => {
  const out = new Float64Array(market.symbols.length);
  const source = wander(market);
  if (source.kind !== 'weights' || !source.weights(day, out)) return null;
  return { weights: Object.fromEntries(market.symbols.flatMap((s, i) => (out[i] === 0 ? [] : [[s, out[i]!]]))) };
};

it('a run cut at any day and continued from JSON equals the undisturbed run to the last bit', async () => {
  const whole = await runBacktest({ panel, config, source: wander(panel), records: true });
  let state = openEpisode(panel, config, panel.dates[0]!);
  for (const [day, expected] of whole.records.entries()) {
    const result = stepDay(panel, config, JSON.parse(JSON.stringify(state)), decisionOn(panel, day));
    expect(JSON.stringify(result.record)).toBe(JSON.stringify(expected));
    state = result.state;
  }
  expect(state).toEqual(whole.finalState);
});

it('a stored account whose equity is not its cash and positions is refused, before anything trades', () => {
  const first = stepDay(panel, config, openEpisode(panel, config, panel.dates[0]!), decisionOn(panel, 0)).state;
  expect(() => stepDay(panel, config, { ...first, equityFen: first.equityFen + 1 }, null)).toThrow(/does not add up: its equity is \d+ fen, its cash and positions make \d+/);
});

it('what comes later changes nothing before it (truncation)', async () => {
  const n = panel.symbols.length;
  const cut = 120;
  const short: Panel = { ...panel, dates: panel.dates.slice(0, cut), fields: Object.fromEntries(Object.entries(panel.fields).map(([k, v]) => [k, v.slice(0, cut * n)])) as Panel['fields'], status: panel.status.slice(0, cut * n), flags: panel.flags.slice(0, cut * n), benchmark: panel.benchmark!.slice(0, cut) };
  const whole = await runBacktest({ panel, config, source: wander(panel), records: true });
  const part = await runBacktest({ panel: short, config, source: wander(short), records: true });
  expect(part.records).toEqual(whole.records.slice(0, cut - 1));
});

it('equity follows the accounting identity each day and both frictions are there', async () => {
  const { records, summary } = await runBacktest({ panel, config, source: wander(panel), records: true });
  let equity = config.initialFen;
  for (const record of records) {
    expect(Math.abs(record.netReturn - (record.equityFen - equity) / equity)).toBeLessThan(1e-15);
    expect(record.reward.executionAware).toBe(record.reward.gross - record.reward.modelledFriction);
    equity = record.equityFen;
  }
  expect(summary.realised.totalFen).toBe(records.reduce((sum, r) => sum + r.realised.totalFen, 0));
  expect(summary.realisedFriction).toBeGreaterThan(0);
  expect(summary.modelledFriction).toBeGreaterThan(0);
});

it('without friction nothing is paid, with it the same trades cost money (phase 0 and 1)', async () => {
  const free = { ...config, execution: { ...config.execution, friction: 'off' as const } };
  const gross = await runBacktest({ panel, config: free, source: wander(panel) });
  const net = await runBacktest({ panel, config, source: wander(panel) });
  expect(gross.summary.realised.totalFen).toBe(0);
  expect(net.summary.finalEquityFen).toBeLessThan(gross.summary.finalEquityFen);
});

it('I-43 and I-28: the first decision is traded, on the next day, at its open', async () => {
  const dates = ['2024-01-02', '2024-01-03', '2024-01-04'];
  const market = tinyMarket(dates, { sh600000: [{ close: 10 }, { open: 10.2, close: 10.5 }, { close: 10.5 }] });
  const free = { ...config, initialFen: 10_000_000, execution: { ...config.execution, friction: 'off' as const, limits: { maxWeight: 1, maxGross: 1 } } };
  const { records } = await runBacktest({ panel: market, config: free, records: true, source: { kind: 'weights', weights: (day, out) => { out[0] = 0.5; return day === 0; } } });
  expect(records[0]).toMatchObject({ date: '2024-01-03', decidedOn: '2024-01-02', orders: [{ filledShares: 5000, fill: { priceFen: 1020 } }], equityFen: 10_150_000 });
  expect(records[1]).toMatchObject({ decision: 'keep', orders: [], turnover: 0, reward: { modelledFriction: 0 } });
});

it('I-47: a holding is marked to market every day, whether or not it is traded', async () => {
  const dates = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
  const market = tinyMarket(dates, { A: [{ close: 100 }, { close: 100 }, { open: 90, close: 90 }, { open: 100, close: 100 }] }, 'us');
  const free = { ...config, initialFen: 10_000_000, execution: { ...config.execution, friction: 'off' as const, limits: { maxWeight: 1, maxGross: 1 } } };
  const { series, summary } = await runBacktest({ panel: market, config: free, source: { kind: 'weights', weights: (day, out) => { out[0] = 1; return day === 0; } } });
  expect(series.equityFen).toEqual([10_000_000, 9_000_000, 10_000_000]);
  expect(summary.maxDrawdown).toBeCloseTo(0.1, 15);
});

it('the absorbing state ends the run: −P once, nothing trades after it', async () => {
  const dates = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08'];
  const fall = [{ close: 10 }, { close: 10 }, { open: 9, close: 9 }, { open: 8.1, close: 8.1 }, { close: 8.1 }];
  const market = tinyMarket(dates, { sh600000: fall });
  const all = { ...config, execution: { ...config.execution, friction: 'off' as const, limits: { maxWeight: 1, maxGross: 1 }, participationCap: 1 } };
  const { series, summary, finalState } = await runBacktest({ panel: market, config: { ...all, initialFen: 10_000_000, terminal: { ...config.terminal, tauBp: 1900 } }, source: { kind: 'weights', weights: (_day, out) => { out[0] = 1; return true; } } });
  expect(series.reward.at(-1)).toBe(-100);
  expect(summary.terminalDate).toBe('2024-01-05');
  expect(finalState.terminated).toBe(true);
  expect(() => stepDay(market, all, finalState, null)).toThrow(/absorbing/);
});

it('stops when asked and says what is wrong with the dates', async () => {
  const controller = new AbortController();
  const run = runBacktest({ panel, config, source: wander(panel), signal: controller.signal, onProgress: (done) => { if (done === 10) controller.abort(new Error('stopped')); } });
  await expect(run).rejects.toThrow('stopped');
  await expect(runBacktest({ panel, config, source: wander(panel), from: '2030-01-01' })).rejects.toThrow(/fewer than two trading days/);
});
