import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assertConserved } from './assert-conserved';
import { defaultExecution } from './config';
import { applyCorporateActions } from './corporate-actions';
import { DayTape } from './day-tape';
import { realisedFriction } from './day-trades';
import { DayExecutor } from './execute-day';
import { FEES_CN_A, FEES_CN_A_ALL_IN, FEES_US } from './fees';
import { createLedger, equityOf, restoreLedger, storeLedger } from './ledger';
import { MarketRows } from './market-rows';
import { markToMarket } from './mark-to-market';
import { planOrders } from './plan-orders';
import { gateWeights } from './risk-gate';
import type { FillRecord } from './types';
import { type TinyBar, tinyMarket } from './tiny-market';

const DAYS = 6;
const dates = Array.from({ length: DAYS }, (_, i) => `2024-01-0${i + 2}`);
/** A day of a name relative to the day before, so that most orders can trade: prices all over the place are refused at the limits. */
const day = fc.record({
  /** preclose / last close: 1, an ex-day, or no preclose at all. */
  gap: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, { weight: 2, arbitrary: fc.double({ min: 0.4, max: 1.1, noNaN: true }) }, { weight: 1, arbitrary: fc.constant(Number.NaN) }),
  opens: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -110, max: 110 }) }, { weight: 1, arbitrary: fc.constant(Number.NaN) }),
  closes: fc.integer({ min: -110, max: 110 }),
  volume: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 100_000, max: 300_000_000 }) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 3000 }) }, { weight: 1, arbitrary: fc.constant(Number.NaN) }),
  suspended: fc.integer({ min: 0, max: 9 }).map((x) => x === 0),
  st: fc.integer({ min: 0, max: 9 }).map((x) => x === 0),
});
const walk = fc.tuple(fc.integer({ min: 105, max: 20_000 }), fc.array(day, { minLength: DAYS, maxLength: DAYS })).map(([start, steps]) => {
  let close = start / 100;
  const fen = (x: number) => Math.max(0.01, Math.round(x * 100) / 100);
  return steps.map(({ gap, opens, closes, volume, suspended, st }): TinyBar => {
    const preclose = Number.isNaN(gap) ? Number.NaN : fen(close * gap);
    const from = Number.isNaN(preclose) ? close : preclose;
    close = fen(from * (1 + closes / 1000));
    return { open: Number.isNaN(opens) ? Number.NaN : fen(from * (1 + opens / 1000)), close, preclose, volume, suspended, st };
  });
});
const bars = fc.record(Object.fromEntries(['sh600000', 'sh688001', 'sz300001', 'bj830001'].map((s) => [s, walk])));
// Integers with exponents, for the doubles and large integers of fast-check are mostly next to nothing.
const wish = fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.integer({ min: -10, max: 100 }).map((x) => x / 100) });
const wishes = fc.array(fc.array(wish, { minLength: 4, maxLength: 4 }), { minLength: DAYS, maxLength: DAYS });
/** From accounts so small that every fill pays the minimum to such as no volume satisfies. */
const cash = fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 3, max: 9 })).map(([m, e]) => m * 10 ** e);

it('whatever the market and the wishes: money and shares are conserved, cash stays ≥ 0, the ledger survives JSON', () => {
  const seen = { filled: 0, reasons: new Set<string>() };
  fc.assert(
    fc.property(bars, wishes, cash, fc.constantFrom('on' as const, 'off' as const), fc.constantFrom(FEES_CN_A, FEES_CN_A_ALL_IN, FEES_US), (market, wish, cashFen, friction, fees) => {
      const panel = tinyMarket(dates, market);
      const config = { ...defaultExecution('cn-a'), friction, fees, limits: { maxWeight: 0.6, maxGross: 1 } };
      const rows = new MarketRows(panel);
      const executor = new DayExecutor(config);
      const tape = new DayTape(4);
      let ledger = createLedger(cashFen, 4);
      for (let day = 0; day < DAYS; day++) {
        rows.load(day);
        DayExecutor.releaseLocked(ledger);
        const equityBefore = equityOf(ledger);
        const cashBefore = ledger.cashFen;
        const corporateFen = applyCorporateActions(ledger, rows).reduce((sum, a) => sum + a.cashFen, 0);
        expect(equityOf(ledger)).toBe(equityBefore);
        const weights = Float64Array.from(wish[day]!);
        gateWeights(weights, config.limits, panel.symbols, []);
        expect(weights.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(1 + 1e-12);
        planOrders(ledger, rows, weights, equityBefore, tape);
        executor.run(ledger, rows, tape);
        assertConserved(ledger, tape.trades, cashBefore, corporateFen);
        const orders = tape.records(panel.symbols);
        // The sums of the fast pass are those of the fills as anybody reads them later.
        const fills = orders.flatMap(({ fill }) => (fill === null ? [] : [fill]));
        const sum = (value: (fill: FillRecord) => number) => fills.reduce((total, fill) => total + value(fill), 0);
        expect(ledger.cashFen).toBe(cashBefore + corporateFen + sum((fill) => fill.cashFen));
        const { commissionFen, dutyFen, transferFen, otherFen, spreadFen, impactFen } = realisedFriction(tape.trades);
        expect([commissionFen, dutyFen, transferFen, otherFen, spreadFen, impactFen]).toEqual([sum((f) => f.commissionFen), sum((f) => f.dutyFen), sum((f) => f.transferFen), sum((f) => f.otherFen), sum((f) => f.spreadFen), sum((f) => f.impactFen)]);
        expect([tape.trades.fills, tape.trades.tradedFen]).toEqual([fills.length, sum((f) => f.amountFen)]);
        expect(equityOf(ledger)).toBe(equityBefore + tape.trades.equityChangeFen);
        for (const order of orders) {
          expect(order.filledShares).toBeLessThanOrEqual(order.wantedShares);
          if (order.status === 'filled') seen.filled++;
          else expect(order.reason).not.toBeNull();
          if (order.reason) seen.reasons.add(order.reason);
        }
        // Whoever counts reasons reads the lists of what was cut.
        const cut = [tape.cutSells, tape.cutBuys].flatMap(({ symbols, count }) => [...symbols.subarray(0, count)]).filter((i) => tape.reason[i] !== 0);
        expect(cut.map((i) => panel.symbols[i]).sort()).toEqual(orders.filter((order) => order.reason !== null).map((order) => order.symbol).sort());
        // T+1: what was bought today may not be sold today.
        for (const [i, symbol] of panel.symbols.entries()) expect(ledger.lockedShares[i]).toBe(orders.find((order) => order.symbol === symbol && order.side === 'buy')?.filledShares ?? 0);
        markToMarket(ledger, rows);
        const again = restoreLedger(JSON.parse(JSON.stringify(storeLedger(ledger, panel.symbols))), panel.symbols);
        expect(storeLedger(again, panel.symbols)).toEqual(storeLedger(ledger, panel.symbols));
        expect(equityOf(again)).toBe(equityOf(ledger));
        ledger = again;
      }
    }),
    { numRuns: 300, seed: 7 },
  );
  // The markets are such that every law was at work.
  expect(seen.filled).toBeGreaterThan(1000);
  expect([...seen.reasons].sort()).toEqual(['CASH', 'LIMIT_DOWN', 'LIMIT_UP', 'NO_PRICE', 'PARTICIPATION', 'SUSPENDED']);
});
