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
const price = fc.integer({ min: 105, max: 20_000 }).map((fen) => fen / 100);
const bar: fc.Arbitrary<TinyBar> = fc.record({
  open: fc.oneof({ weight: 9, arbitrary: price }, { weight: 1, arbitrary: fc.constant(Number.NaN) }),
  close: price,
  preclose: price,
  volume: fc.integer({ min: 0, max: 3_000_000 }),
  suspended: fc.boolean(),
  st: fc.boolean(),
});
const bars = fc.record(Object.fromEntries(['sh600000', 'sh688001', 'sz300001', 'bj830001'].map((s) => [s, fc.array(bar, { minLength: DAYS, maxLength: DAYS })])));
const wishes = fc.array(fc.array(fc.double({ min: -0.5, max: 1.5, noNaN: true }), { minLength: 4, maxLength: 4 }), { minLength: DAYS, maxLength: DAYS });

it('whatever the market and the wishes: money and shares are conserved, cash stays ≥ 0, the ledger survives JSON', () => {
  fc.assert(
    fc.property(bars, wishes, fc.integer({ min: 0, max: 1_000_000_000_000 }), fc.constantFrom('on' as const, 'off' as const), fc.constantFrom(FEES_CN_A, FEES_CN_A_ALL_IN, FEES_US), (market, wish, cashFen, friction, fees) => {
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
          if (order.status !== 'filled') expect(order.reason).not.toBeNull();
        }
        markToMarket(ledger, rows);
        const again = restoreLedger(JSON.parse(JSON.stringify(storeLedger(ledger, panel.symbols))), panel.symbols);
        expect(storeLedger(again, panel.symbols)).toEqual(storeLedger(ledger, panel.symbols));
        expect(equityOf(again)).toBe(equityOf(ledger));
        ledger = again;
      }
    }),
    { numRuns: 200, seed: 7 },
  );
});
