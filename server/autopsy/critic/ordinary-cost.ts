import { defaultExecution } from '@/server/execution/config';
import { feeRowOn } from '@/server/execution/fees';
import type { Board } from '@/server/market/panel';

/** What one traded unit of money of an ordinary order in a liquid name costs on a board, as fractions of it. */
export interface OrdinaryCost {
  /** All fees; the duty, which only sales pay, by half. */
  readonly fees: number;
  readonly spread: number;
  /** A price step: what rounding to it can cost. */
  readonly tick: number;
  readonly impact: number;
  /** fees + spread + tick. */
  readonly feesAndSpread: number;
  readonly total: number;
  /** The fee table it was read from, for the reader of a finding. */
  readonly source: string;
}

const E7 = 1e-7;
/** Order size and volatility for the square-root law: 1 % of the day's volume at 2 % a day; half of what it gives, for names that trade much. */
const IMPACT_AT = 0.5 * 0.02 * Math.sqrt(0.01);
/** A step of 0.01 in the price of an ordinary share: 20 yuan, 100 dollars. */
const TICK: Readonly<Record<Board, number>> = { 'cn-a': 0.0005, us: 0.0001 };
const BOARD_WORDS: Readonly<Record<Board, string>> = { 'cn-a': 'A-share', us: 'US' };
/** What is traded, in words: "a traded yuan". */
export const UNIT_WORDS: Readonly<Record<Board, string>> = { 'cn-a': 'yuan', us: 'dollar' };

/**
 * The yardstick of the critic for what trading costs: from the board's own fee table, spread and impact coefficient as the console
 * ships them, on a day. Not from the book's configuration: a book whose fees were set too dear would then look ordinary.
 */
export function ordinaryCost(board: Board, date: string): OrdinaryCost {
  const { fees: table, halfSpreadBp, impactCoef } = defaultExecution(board);
  const row = feeRowOn(table, date);
  const fees = (row.commissionE7 + row.transferE7 + row.exchangeE7 + row.regulatoryE7 + row.dutySellE7 / 2) * E7;
  const spread = halfSpreadBp * 1e-4;
  const tick = TICK[board];
  const impact = impactCoef * IMPACT_AT;
  return { fees, spread, tick, impact, feesAndSpread: fees + spread + tick, total: fees + spread + tick + impact, source: `${BOARD_WORDS[board]} fee table in force from ${row.from}` };
}
