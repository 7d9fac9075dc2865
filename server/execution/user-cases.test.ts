import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FREE, tradeOneDay } from './one-day.fixture';
import type { TinyBar } from './tiny-market';

// Faults that users of other tools reported. The console knows market-on-open (or close, VWAP) orders only, so cases about resting stop
// and limit orders are read as what they warn of: a fill stands at a price the day really offered, never a better or a later one.
const flat = (close: number, more: TinyBar[] = []): TinyBar[] => [{ close }, { close }, ...more];
const costly = { ...FREE, friction: 'on' } as const;

describe('fills', () => {
  it('I-33, I-34: a buy decided on a day fills at the next open, whatever high or close came after it', () => {
    const bars = { A: [{ open: 14, close: 18 }, { open: 16, close: 12 }] };
    expect(tradeOneDay(bars, 1, [0.5], { board: 'us' }).orders[0]!.fill!.priceFen).toBe(1600);
    expect(tradeOneDay(bars, 1, [0.5], { board: 'us', config: { ...FREE, fillAt: 'close' } }).orders[0]!.fill!.priceFen).toBe(1200);
  });

  it('I-36: selling at limit-up and buying at limit-down are legal', () => {
    expect(tradeOneDay({ sh600000: [{ close: 10 }, { open: 11, close: 11 }] }, 1, [0], { holdings: [500] }).orders[0]!.status).toBe('filled');
    expect(tradeOneDay({ sh600000: [{ close: 10 }, { open: 9, close: 9 }] }, 1, [0.5]).orders[0]!.status).toBe('filled');
  });

  it.each([Number.NaN, 0, -1])('I-37: an open of %d is rejected by name and the others trade', (open) => {
    const { orders } = tradeOneDay({ sh600000: [{ close: 10 }, { open, close: 10 }], sh600001: flat(10) }, 1, [0.4, 0.4]);
    expect(orders.map((o) => [o.status, o.reason])).toEqual([['rejected', 'NO_PRICE'], ['filled', null]]);
  });

  it('I-38: of an order filled in part the rest expires; the next day asks only for what is missing', () => {
    const first = tradeOneDay({ sh600000: [{ close: 10 }, { close: 10, volume: 60_000 }] }, 1, [1]);
    expect(first.orders[0]).toMatchObject({ wantedShares: 10_000, filledShares: 6000, reason: 'PARTICIPATION' });
    const next = tradeOneDay({ sh600000: flat(10) }, 1, [1], { cashFen: first.ledger.cashFen, holdings: [first.ledger.shares[0]!] });
    expect(next.orders[0]).toMatchObject({ wantedShares: 4000, filledShares: 4000 });
  });

  it('I-40: a weight is a part of equity, not of cash', () => {
    const { ledger } = tradeOneDay({ sh600000: flat(10), sh600001: flat(10) }, 1, [0.5, 0.5], { cashFen: 5_000_000, holdings: [5000, 0] });
    expect([...ledger.shares]).toEqual([5000, 5000]);
  });

  it('I-42: (1 − 6/7) of 2,100.00 at 1.00 is 300 shares', () => {
    expect(tradeOneDay({ A: flat(1) }, 1, [1 - 6 / 7], { cashFen: 210_000, board: 'us', config: { ...FREE, participationCap: 1 } }).orders[0]!.filledShares).toBe(300);
  });

  it('I-44: no fill at a price older than the day: a suspended name keeps its last close for valuation alone', () => {
    const { orders, ledger } = tradeOneDay({ sh600000: [{ close: 10 }, { close: 10, suspended: true }] }, 1, [0], { holdings: [500] });
    expect(orders[0]).toMatchObject({ status: 'rejected', reason: 'SUSPENDED', referenceFen: null });
    expect(ledger.shares[0]).toBe(500);
  });

  it('I-45: a switch from A to B at 8 bp one-way costs 16 bp of what is moved, once for each side', () => {
    const fees = [{ from: '1990-01-01', commissionE7: 8000, minCommissionFen: 0, minimum: 'per-item', dutySellE7: 0, transferE7: 0, exchangeE7: 0, regulatoryE7: 0 }] as const;
    const { orders } = tradeOneDay({ A: flat(10), B: flat(10) }, 1, [0, 0.99], { cashFen: 0, holdings: [10_000, 0], board: 'us', config: { ...costly, fees, halfSpreadBp: 0, impactCoef: 0 } });
    const paid = orders.map((o) => o.fill!.commissionFen / o.fill!.amountFen);
    expect(paid).toEqual([0.0008, 0.0008]);
    expect(orders.reduce((sum, o) => sum + o.fill!.commissionFen, 0)).toBe(8000 + 7920);
  });

  it('I-46: cash after = cash before + sells − buys − fees, to the fen', () => {
    const { orders, ledger } = tradeOneDay({ sh600000: flat(10.37), sh600001: flat(33.3) }, 1, [0, 0.7], { cashFen: 123_457, holdings: [3100, 0], config: costly });
    expect(ledger.cashFen).toBe(orders.reduce((cash, o) => cash + (o.fill?.cashFen ?? 0), 123_457));
  });
});

describe('corporate actions', () => {
  it('I-49: a 1:2 split inside a balanced account makes no trade', () => {
    expect(tradeOneDay({ A: [{ close: 100 }, { close: 50, preclose: 50 }], B: flat(100) }, 1, [0.5, 0.5], { cashFen: 0, holdings: [10, 10], board: 'us' }).orders).toEqual([]);
  });

  it('I-51: a dividend reinvested at the ex price keeps the worth of the account', () => {
    const { ledger, orders } = tradeOneDay({ A: [{ close: 10 }, { close: 9, preclose: 9 }] }, 1, [1], { cashFen: 0, holdings: [1000], board: 'us' });
    expect(orders[0]).toMatchObject({ side: 'buy', filledShares: 111, referenceFen: 900 });
    expect(ledger.cashFen + ledger.shares[0]! * 900).toBe(1_000_000);
  });

  it('I-52: an ex-date inside a suspension changes shares and price at once, and trades nothing', () => {
    const { ledger, orders, actions } = tradeOneDay({ sh600000: [{ close: 10 }, { close: 5, preclose: 5, suspended: true }] }, 1, [0], { cashFen: 0, holdings: [500] });
    expect(actions).toEqual([{ index: 0, kind: 'shares', cashFen: 0, sharesDelta: 500 }]);
    expect(ledger.shares[0]! * ledger.priceFen[0]!).toBe(500_000);
    expect(orders[0]!.reason).toBe('SUSPENDED');
  });
});

describe('the kinds behind the cases', () => {
  const price = fc.integer({ min: 200, max: 50_000 }).map((fen) => fen / 100);
  const bars = fc.array(fc.record({ open: price, close: price, volume: fc.integer({ min: 0, max: 500_000 }), suspended: fc.boolean() }), { minLength: 4, maxLength: 4 });
  const market = fc.tuple(bars, bars, bars).map((all) => Object.fromEntries(all.map((one, i) => [`S${i}`, one])));
  const weights = fc.array(fc.double({ min: 0, max: 0.33, noNaN: true }), { minLength: 3, maxLength: 3 });
  const free = { ...FREE, participationCap: 1 };

  it('splitting an order buys the same shares at the same price and pays proportional fees twice to within a fen an item', () => {
    const fees = [{ from: '1990-01-01', commissionE7: 2500, minCommissionFen: 0, minimum: 'per-item', dutySellE7: 5000, transferE7: 100, exchangeE7: 0, regulatoryE7: 0 }] as const;
    const config = { ...costly, fees, impactCoef: 0, participationCap: 1 };
    fc.assert(fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 4000 }), price, (a, b, close) => {
      const buy = (shares: number) => tradeOneDay({ A: flat(close) }, 1, [], { board: 'us', cashFen: 1e13, wanted: [shares], config }).orders[0]!.fill!;
      const [whole, one, other] = [buy(a + b), buy(a), buy(b)];
      expect([one.priceFen, other.priceFen]).toEqual([whole.priceFen, whole.priceFen]);
      expect(one.amountFen + other.amountFen).toBe(whole.amountFen);
      for (const item of ['commissionFen', 'transferFen'] as const) expect(Math.abs(one[item] + other[item] - whole[item])).toBeLessThanOrEqual(1);
    }), { seed: 1 });
  });

  it('with impact the whole order is never cheaper than its parts', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (a, b) => {
      const buy = (lots: number) => tradeOneDay({ sh600000: [{ close: 10 }, { close: 11 }, { close: 10 }, { close: 10 }] }, 3, [], { cashFen: 1e11, wanted: [lots * 1000], config: costly }).orders[0]!.fill!;
      expect(buy(a + b).spreadFen + buy(a + b).impactFen).toBeGreaterThanOrEqual(buy(a).spreadFen + buy(a).impactFen + buy(b).spreadFen + buy(b).impactFen);
    }), { seed: 2 });
  });

  it('permutation of symbols: other names for the same bars give the same trades', () => {
    fc.assert(fc.property(market, weights, (all, w) => {
      const order = [2, 0, 1];
      const renamed = Object.fromEntries(order.map((from, to) => [`S${to}`, all[`S${from}`]!]));
      // Ample cash: what is short is shared out in symbol order, by rule.
      const plain = tradeOneDay(all, 2, w, { cashFen: 1e9, board: 'us', config: free, wanted: w.map((x) => Math.floor(x * 1000)) });
      const other = tradeOneDay(renamed, 2, w, { cashFen: 1e9, board: 'us', config: free, wanted: order.map((from) => Math.floor(w[from]! * 1000)) });
      expect(order.map((from) => plain.ledger.shares[from]!)).toEqual([...other.ledger.shares]);
      expect(other.ledger.cashFen).toBe(plain.ledger.cashFen);
    }), { seed: 3 });
  });

  it('scale: k times the prices and the cash, the same shares and k times the money', () => {
    fc.assert(fc.property(market, weights, fc.integer({ min: 2, max: 50 }), (all, w, k) => {
      const grown = Object.fromEntries(Object.entries(all).map(([s, list]) => [s, list.map((bar) => ({ ...bar, open: (Math.round(bar.open * 100) * k) / 100, close: (Math.round(bar.close * 100) * k) / 100 }))]));
      const small = tradeOneDay(all, 2, w, { cashFen: 50_000_000, board: 'us', config: free });
      const large = tradeOneDay(grown, 2, w, { cashFen: 50_000_000 * k, board: 'us', config: free });
      expect([...large.ledger.shares]).toEqual([...small.ledger.shares]);
      expect(large.ledger.cashFen).toBe(small.ledger.cashFen * k);
    }), { seed: 4 });
  });

  it('truncation: what comes after the day of the fill changes nothing', () => {
    fc.assert(fc.property(market, market, weights, (all, later, w) => {
      const altered = Object.fromEntries(Object.keys(all).map((s) => [s, [...all[s]!.slice(0, 2), ...later[s]!.slice(2)]]));
      expect(tradeOneDay(altered, 1, w, { board: 'us', config: costly })).toEqual(tradeOneDay(all, 1, w, { board: 'us', config: costly }));
    }), { seed: 5 });
  });
});
