import { defaultExecution } from './config';
import { applyCorporateActions, type CorporateAction } from './corporate-actions';
import { DayTape } from './day-tape';
import { DayExecutor } from './execute-day';
import { createLedger, equityOf } from './ledger';
import { MarketRows } from './market-rows';
import { planOrders } from './plan-orders';
import { type TinyBar, tinyMarket } from './tiny-market';
import type { ExecutionConfig, Ledger, OrderRecord } from './types';

export const DATES = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
/** Without costs, so that a test sees one thing at a time. */
export const FREE: ExecutionConfig = { ...defaultExecution('cn-a'), friction: 'off', limits: { maxWeight: 1, maxGross: 1 } };

export interface OneDay {
  readonly cashFen?: number;
  readonly holdings?: readonly number[];
  /** Shares that were bought today already. */
  readonly locked?: readonly number[];
  readonly config?: ExecutionConfig;
  readonly board?: 'us';
  /** Signed share changes instead of weights. */
  readonly wanted?: readonly number[];
}

/** Trade one day of a hand-made market towards weights (by sorted symbol), for tests. */
export function tradeOneDay(bars: Record<string, readonly TinyBar[]>, day: number, weights: readonly number[], setup: OneDay = {}): { ledger: Ledger; orders: OrderRecord[]; actions: CorporateAction[] } {
  const panel = tinyMarket(DATES, bars, setup.board);
  const n = panel.symbols.length;
  const rows = new MarketRows(panel);
  rows.load(day);
  const ledger = createLedger(setup.cashFen ?? 10_000_000, n);
  setup.holdings?.forEach((shares, i) => {
    ledger.shares[i] = shares;
    ledger.priceFen[i] = Math.round(panel.fields.close[(day - 1) * n + i]! * 100);
  });
  setup.locked?.forEach((shares, i) => {
    ledger.lockedShares[i] = shares;
  });
  const actions = applyCorporateActions(ledger, rows);
  const tape = new DayTape(n);
  if (setup.wanted) order(tape, setup.wanted);
  else planOrders(ledger, rows, Float64Array.from(weights), equityOf(ledger), tape);
  new DayExecutor(setup.config ?? FREE).run(ledger, rows, tape);
  return { ledger, orders: tape.records(panel.symbols), actions };
}

function order(tape: DayTape, wanted: readonly number[]): void {
  tape.wanted.set(wanted);
  for (const [i, shares] of wanted.entries()) {
    const list = shares < 0 ? tape.sells : tape.buys;
    if (shares !== 0) list.symbols[list.count++] = i;
  }
}
