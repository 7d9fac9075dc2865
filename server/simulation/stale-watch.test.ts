import { expect, it } from 'vitest';
import { tinyMarket } from '@/server/execution/tiny-market';
import type { Panel } from '@/server/market/panel';
import { defaultSimulation } from './config';
import { runBacktest } from './run-backtest';
import { unpricedHoldings } from './unpriced-holdings';

const dates = Array.from({ length: 14 }, (_, t) => `2024-01-${String(t + 1).padStart(2, '0')}`);
const traded = (sessions: number) => Array.from({ length: sessions }, () => ({ close: 10 }));
const idle = (sessions: number) => Array.from({ length: sessions }, () => ({ close: 10, suspended: true }));
/** Trades on; has no row after the fourth session; is suspended on six sessions and trades again. */
const market = tinyMarket(dates, { '600000': traded(14), '600001': traded(4), '600002': [...traded(3), ...idle(6), ...traded(5)] });
const shipped = defaultSimulation('cn-a');
const config = { ...shipped, initialFen: 100_000_000, execution: { ...shipped.execution, friction: 'off' as const, limits: { maxWeight: 1, maxGross: 1 } } };
/** Buys once: 40 %, 30 % and 20 %. */
const buyOnce = (panel: Panel, to?: string) =>
  runBacktest({ panel, config, ...(to ? { to } : {}), source: { kind: 'weights', weights: (day, out) => { out.set([0.4, 0.3, 0.2]); return day === 0; } } });

it('a holding whose rows end keeps its last price in equity, and the report names it with its last priced session', async () => {
  const { stale, summary, finalState } = await buyOnce(market);
  expect(summary.finalEquityFen).toBe(100_000_000);
  expect(stale).toEqual({
    sessions: 5, worstShare: 0.5, worstDate: '2024-01-09', finalShare: 0.3,
    unpriced: [{ symbol: '600001', pricedOn: '2024-01-04', sessions: 10, shares: 30_000, valueFen: 30_000_000, weight: 0.3, ended: true }],
  });
  expect(finalState.ledger.positions.map(([symbol]) => symbol)).toEqual(['600000', '600001', '600002']);
});

it('a suspension is stale from its fifth session on, and is not called ended: the name trades again', async () => {
  expect((await buyOnce(market, '2024-01-07')).stale).toMatchObject({ worstShare: 0, worstDate: null, finalShare: 0.3, unpriced: [{ symbol: '600001', sessions: 3, ended: true }, { symbol: '600002', sessions: 4, ended: false }] });
  expect((await buyOnce(market, '2024-01-08')).stale).toMatchObject({ worstShare: 0.2, worstDate: '2024-01-08', finalShare: 0.5 });
});

it('on the last session of the market a suspended name is suspended: its rows go on', async () => {
  const panel = tinyMarket(dates, { '600000': traded(14), '600001': traded(14), '600002': [...traded(8), ...idle(6)] });
  expect((await buyOnce(panel)).stale).toMatchObject({ worstShare: 0.2, finalShare: 0.2, unpriced: [{ symbol: '600002', pricedOn: '2024-01-08', sessions: 6, ended: false }] });
});

it('what was sold in time is no finding, and a run that holds only priced names has none', async () => {
  const source = { kind: 'weights' as const, weights: (day: number, out: Float64Array) => { out.fill(0); out[0] = 0.4; if (day < 2) out[1] = 0.3; return true; } };
  expect((await runBacktest({ panel: market, config, source })).stale).toEqual({ sessions: 5, worstShare: 0, worstDate: null, finalShare: 0, unpriced: [] });
});

it('no look-ahead: what a day says of its holdings is the same when the days after it are taken away', async () => {
  const { finalState } = await buyOnce(market, '2024-01-06');
  const day = 5;
  const n = market.symbols.length;
  const cut: Panel = { ...market, dates: dates.slice(0, day + 1), status: market.status.slice(0, (day + 1) * n), flags: market.flags.slice(0, (day + 1) * n) };
  const said = unpricedHoldings(market, day, finalState.ledger, finalState.equityFen);
  expect(said).toMatchObject([{ symbol: '600001', pricedOn: '2024-01-04', sessions: 2, weight: 0.3 }, { symbol: '600002', pricedOn: '2024-01-03', sessions: 3 }]);
  expect(unpricedHoldings(cut, day, finalState.ledger, finalState.equityFen)).toEqual(said);
});

it('a name that the market never priced is said to have no last price', () => {
  expect(unpricedHoldings(market, 2, { cashFen: 0, positions: [['600009', 100, 0, 0, 500]] }, 100_000)).toEqual([{ symbol: '600009', pricedOn: null, sessions: 3, shares: 100, valueFen: 50_000, weight: 0.5 }]);
});
