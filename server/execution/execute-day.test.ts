import { expect, it } from 'vitest';
import { applyCorporateActions } from './corporate-actions';
import { createLedger, equityOf } from './ledger';
import { MarketRows } from './market-rows';
import { DATES, FREE, tradeOneDay as trade } from './one-day.fixture';
import { type TinyBar, tinyMarket } from './tiny-market';

const flat = (close: number, more: TinyBar[] = []): TinyBar[] => [{ close }, { close }, ...more];

it('buys whole lots at the next open with the fees of a real account', () => {
  const config = { ...FREE, friction: 'on', halfSpreadBp: 0, impactCoef: 0 } as const;
  const { ledger, orders } = trade({ sh600000: flat(10) }, 1, [0.1], { cashFen: 10_000_000, config });
  expect(orders[0]!.fill).toMatchObject({ priceFen: 1000, commissionFen: 500, dutyFen: 0, transferFen: 10, cashFen: -1_000_510 });
  expect(ledger.shares[0]).toBe(1000);
});

it('spread and impact add up to the distance from the reference, exactly, and go to the next tick', () => {
  const config = { ...FREE, friction: 'on', halfSpreadBp: 10, impactCoef: 1 } as const;
  const fill = trade({ sh600000: flat(10) }, 1, [0.9], { config }).orders[0]!.fill!;
  expect(fill.priceFen).toBeGreaterThanOrEqual(1001);
  expect(fill.spreadFen + fill.impactFen).toBe((fill.priceFen - 1000) * (fill.amountFen / fill.priceFen));
  expect(fill.impactFen).toBeGreaterThan(0);
});

it('limit-up blocks a buy, limit-down a sell', () => {
  expect(trade({ sh600000: [{ close: 10 }, { open: 11, close: 11 }] }, 1, [0.5]).orders[0]).toMatchObject({ status: 'rejected', reason: 'LIMIT_UP' });
  expect(trade({ sh600000: [{ close: 10 }, { open: 9, close: 9 }] }, 1, [0], { holdings: [500] }).orders[0]).toMatchObject({ status: 'rejected', reason: 'LIMIT_DOWN' });
});

it('a suspended name, a missing price and locked shares are rejected by name and the run goes on (I-37)', () => {
  const bars = { sh600000: [{ close: 10 }, { close: 10, suspended: true }], sh600001: [{ close: 10 }, { open: Number.NaN, close: 10 }], sh600002: flat(10) };
  const { orders } = trade(bars, 1, [0.3, 0.3, 0], { holdings: [0, 0, 1000], locked: [0, 0, 1000] });
  expect(orders.map((o) => [o.symbol, o.reason])).toEqual([['sh600002', 'T1_LOCKED'], ['sh600000', 'SUSPENDED'], ['sh600001', 'NO_PRICE']]);
  expect(orders.every((o) => o.status === 'rejected' && o.fill === null)).toBe(true);
});

it('takes no more than the participation cap of the day, in lots', () => {
  const { orders } = trade({ sh600000: [{ close: 10 }, { close: 10, volume: 12_345 }] }, 1, [1], {});
  expect(orders[0]).toMatchObject({ wantedShares: 10_000, filledShares: 1200, status: 'partial', reason: 'PARTICIPATION' });
});

it('lot trap: 29 % of a volume of 100 is 29 shares, though 0.29 · 100 is 28.999… in floats', () => {
  const { orders } = trade({ AAA: [{ close: 1 }, { close: 1, volume: 100 }] }, 1, [], { board: 'us', wanted: [50], config: { ...FREE, participationCap: 0.29 } });
  expect(orders[0]).toMatchObject({ filledShares: 29, reason: 'PARTICIPATION' });
});

it('a volume too thin for one share cuts to nothing by participation; it is no suspension', () => {
  const { orders } = trade({ AAA: [{ close: 1 }, { close: 1, volume: 5 }] }, 1, [], { board: 'us', wanted: [50] });
  expect(orders[0]).toMatchObject({ filledShares: 0, status: 'rejected', reason: 'PARTICIPATION' });
});

it('a NaN volume of one day stops no buy of the days after it', () => {
  const { orders } = trade({ sh600000: [{ close: 10 }, { close: 10, volume: Number.NaN }, { close: 10 }, { close: 10 }] }, 2, [0.5], { config: { ...FREE, friction: 'on' } });
  expect(orders[0]).toMatchObject({ status: 'filled' });
});

it('an account whose cash is below zero buys nothing, and the day ends', () => {
  const { orders, ledger } = trade({ sh600000: flat(10), sh600001: flat(20) }, 1, [], { cashFen: -500, wanted: [100, 100], config: { ...FREE, friction: 'on' } });
  expect(orders.map((o) => [o.filledShares, o.reason])).toEqual([[0, 'CASH'], [0, 'CASH']]);
  expect(ledger.cashFen).toBe(-500);
});

it('sells first, then buys within cash including fees; cash never goes below zero', () => {
  const config = { ...FREE, friction: 'on' } as const;
  const { ledger, orders } = trade({ sh600000: flat(10), sh600001: flat(20) }, 1, [0, 1], { cashFen: 0, holdings: [1000, 0], config });
  expect(orders.map((o) => o.side)).toEqual(['sell', 'buy']);
  expect(orders[1]).toMatchObject({ wantedShares: 500, filledShares: 400, reason: 'CASH' });
  expect(ledger.cashFen).toBeGreaterThanOrEqual(0);
});

it('STAR orders start at 200 shares and go on in steps of one', () => {
  expect(trade({ sh688001: flat(10) }, 1, [0.0199]).orders[0]).toBeUndefined();
  expect(trade({ sh688001: flat(10) }, 1, [0.0257]).orders[0]!.filledShares).toBe(257);
});

it('a wish beyond 2^31 − 1 shares is cut to that, in lots, and not wrapped', () => {
  const { orders } = trade({ sh600000: [{ close: 0.1 }, { close: 0.1, volume: 1e13 }] }, 1, [1], { cashFen: 9_000_000_000_000 });
  expect(orders[0]).toMatchObject({ side: 'buy', wantedShares: 2_147_483_600, filledShares: 2_147_483_600 });
});

it('an odd lot leaves only with the whole position', () => {
  expect(trade({ sh600000: flat(10) }, 1, [0], { holdings: [150] }).orders[0]!.filledShares).toBe(150);
  expect(trade({ sh600000: flat(10) }, 1, [0.0099], { holdings: [150] }).orders[0]).toBeUndefined();
});

it('a whole odd position leaves in one piece also where the volume covers it but for float noise (0.29 · 100)', () => {
  const bars = { sh600000: [{ close: 10 }, { close: 10, volume: 100 }] };
  expect(trade(bars, 1, [0], { holdings: [29], config: { ...FREE, participationCap: 0.29 } }).orders[0]).toMatchObject({ filledShares: 29, status: 'filled', reason: null });
});

it('a dividend of 1 on 1000 shares at 10 pays 1000.00 once and equity stays', () => {
  const bars = { sh600000: [{ close: 10 }, { close: 9, preclose: 9 }] };
  const rows = new MarketRows(tinyMarket(DATES, bars));
  const ledger = createLedger(0, 1);
  ledger.shares[0] = 1000;
  ledger.priceFen[0] = 1000;
  rows.load(1);
  expect(applyCorporateActions(ledger, rows)).toEqual([{ index: 0, kind: 'cash', cashFen: 100_000, sharesDelta: 0 }]);
  expect(applyCorporateActions(ledger, rows)).toEqual([]);
  expect(equityOf(ledger)).toBe(1_000_000);
});
