import { AppError } from '@/server/contracts/errors';
import { assertConserved } from '@/server/execution/assert-conserved';
import { applyCorporateActions, type CorporateAction } from '@/server/execution/corporate-actions';
import { DayTape } from '@/server/execution/day-tape';
import { DayExecutor } from '@/server/execution/execute-day';
import { createLedger, equityOf, restoreLedger, storeLedger } from '@/server/execution/ledger';
import { markToMarket } from '@/server/execution/mark-to-market';
import { MarketRows } from '@/server/execution/market-rows';
import { planOrders } from '@/server/execution/plan-orders';
import { gateWeights } from '@/server/execution/risk-gate';
import { type DayTrades, realisedFriction } from '@/server/execution/day-trades';
import type { GateCut, Ledger } from '@/server/execution/types';
import type { Panel } from '@/server/market/panel';
import { rewardStep } from '@/server/reward/reward-step';
import type { RewardParts } from '@/server/reward/types';
import type { JsonValue } from '@/server/strategy/contract';
import { dayOf } from './day-bars';
import type { SimulationConfig, StepRecord, StepState } from './types';

/** Numbers of the step just taken; overwritten by the next one. */
export interface StepNumbers {
  equityFen: number;
  equityBeforeFen: number;
  trades: DayTrades;
  turnover: number;
  netReturn: number;
  reward: RewardParts;
}

/**
 * An episode in memory. One `advance` is one day of eq. 1 and 2: the weights decided on the close of the current day are gated,
 * ordered, filled on the next day, valued at its close and rewarded. Scratch memory is reused; nothing is allocated per cell.
 */
export class Simulator {
  readonly panel: Panel;
  readonly rows: MarketRows;
  readonly tape: DayTape;
  readonly cuts: GateCut[] = [];
  corporate: CorporateAction[] = [];
  ledger: Ledger;
  day: number;
  dayIndex: number;
  equityFen: number;
  peakFen: number;
  memory: JsonValue;
  terminated: boolean;
  private readonly config: SimulationConfig;
  private readonly initialFen: number;
  private readonly executor: DayExecutor;
  private lastDecision: 'weights' | 'keep' = 'keep';
  private numbers: StepNumbers | null = null;

  private constructor(panel: Panel, config: SimulationConfig, state: StepState) {
    this.panel = panel;
    this.config = config;
    this.rows = new MarketRows(panel);
    this.tape = new DayTape(panel.symbols.length);
    this.executor = new DayExecutor(config.execution);
    this.ledger = restoreLedger(state.ledger, panel.symbols);
    this.day = dayOf(panel, state.date);
    this.dayIndex = state.dayIndex;
    this.initialFen = state.initialFen;
    this.equityFen = state.equityFen;
    this.peakFen = state.peakFen;
    this.memory = state.memory;
    this.terminated = state.terminated;
    const worthFen = equityOf(this.ledger);
    if (worthFen !== state.equityFen) {
      throw new AppError('BAD_INPUT', `The stored account of ${state.date} does not add up: its equity is ${state.equityFen} fen, its cash and positions make ${worthFen}. Restore the book from a backup.`);
    }
  }

  /** A new episode, in cash, before the decision of `date`. @throws AppError BAD_INPUT */
  static open(panel: Panel, config: SimulationConfig, date: string): Simulator {
    const { initialFen } = config;
    const ledger = storeLedger(createLedger(initialFen, panel.symbols.length), panel.symbols);
    return new Simulator(panel, config, { date, dayIndex: 0, initialFen, equityFen: initialFen, peakFen: initialFen, ledger, memory: null, terminated: false });
  }

  /** Go on from a stored state, to the last bit as if it had never been stored. @throws AppError BAD_INPUT */
  static resume(panel: Panel, config: SimulationConfig, state: StepState): Simulator {
    return new Simulator(panel, config, state);
  }

  /**
   * Trade towards `weights` (over the symbols; null = keep positions; changed in place by the risk gate) on the next day.
   * @throws AppError ILLEGAL_TRANSITION after the absorbing state, BAD_INPUT past the last day of the market
   */
  advance(weights: Float64Array | null): StepNumbers {
    if (this.terminated) throw new AppError('ILLEGAL_TRANSITION', 'The episode is in its absorbing state; nothing trades after it. Open a new episode.');
    const { ledger, rows, tape, config } = this;
    rows.load(this.day + 1);
    DayExecutor.releaseLocked(ledger);
    const cashBeforeFen = ledger.cashFen;
    this.corporate = applyCorporateActions(ledger, rows);
    // Corporate actions leave equity as it was, to the fen: see there.
    const equityBeforeFen = this.equityFen;
    tape.clear();
    this.cuts.length = 0;
    this.lastDecision = weights === null ? 'keep' : 'weights';
    if (weights !== null) {
      gateWeights(weights, config.execution.limits, this.panel.symbols, this.cuts);
      planOrders(ledger, rows, weights, equityBeforeFen, tape);
      this.executor.run(ledger, rows, tape);
    }
    assertConserved(ledger, tape.trades, cashBeforeFen, sumCash(this.corporate));
    this.day += 1;
    this.dayIndex += 1;
    this.numbers = this.settle(equityBeforeFen);
    return this.numbers;
  }

  /** State after the last step. Plain JSON. */
  state(): StepState {
    const { dayIndex, initialFen, equityFen, peakFen, memory, terminated } = this;
    return { date: this.panel.dates[this.day]!, dayIndex, initialFen, equityFen, peakFen, ledger: storeLedger(this.ledger, this.panel.symbols), memory, terminated };
  }

  /** Everything a step stores. @throws AppError INTERNAL before the first step */
  record(): StepRecord {
    const { numbers, panel, tape } = this;
    if (numbers === null) throw new AppError('INTERNAL', 'There is no step to record yet.');
    const { tradedFen } = numbers.trades;
    const realised = realisedFriction(numbers.trades);
    return {
      date: panel.dates[this.day]!,
      decidedOn: panel.dates[this.day - 1]!,
      decision: this.lastDecision,
      cuts: [...this.cuts],
      orders: tape.records(panel.symbols),
      corporate: this.corporate.map(({ index, ...rest }) => ({ symbol: panel.symbols[index]!, ...rest })),
      equityFen: numbers.equityFen,
      cashFen: this.ledger.cashFen,
      netReturn: numbers.netReturn,
      turnover: numbers.turnover,
      tradedFen,
      realised,
      realisedFriction: ratio(realised.totalFen, numbers.equityBeforeFen),
      reward: numbers.reward,
    };
  }

  private settle(equityBeforeFen: number): StepNumbers {
    const { ledger, rows } = this;
    const { trades } = this.tape;
    // ω and Δω are measured at the preclose.
    const l1 = ratio(trades.worthFen, equityBeforeFen);
    const l2 = ratio(Math.sqrt(trades.worthSquares), equityBeforeFen);
    const equityFen = markToMarket(ledger, rows);
    const gross = ratio(equityFen - equityBeforeFen - trades.equityChangeFen, equityBeforeFen);
    const reward = rewardStep({ gross, l1, l2, initialFen: this.initialFen, peakFen: this.peakFen, equityFen, terminated: false }, this.config.model, this.config.terminal);
    this.equityFen = equityFen;
    this.peakFen = Math.max(this.peakFen, equityFen);
    this.terminated = reward.terminal;
    const turnover = ratio(trades.tradedFen, equityBeforeFen + equityFen);
    return { equityFen, equityBeforeFen, trades, turnover, netReturn: ratio(equityFen - equityBeforeFen, equityBeforeFen), reward };
  }
}

function sumCash(actions: readonly CorporateAction[]): number {
  let total = 0;
  for (const action of actions) total += action.cashFen;
  return total;
}

/** part / whole, 0 for an account with nothing left. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
