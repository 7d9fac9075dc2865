import type { DayTape, OrderList } from '@/server/execution/day-tape';
import { realisedFriction } from '@/server/execution/day-trades';
import { ORDER_REASONS, type RealisedFriction } from '@/server/execution/types';
import type { Panel } from '@/server/market/panel';
import { TRADING_DAYS_PER_YEAR } from '@/server/contracts/units';
import type { StepNumbers } from './simulator';
import type { BacktestSeries, BacktestSummary, ReasonCounts } from './types';

type Column = number[];

/** Collects the series and sums of a run, one day at a time. */
export class SeriesRecorder {
  private readonly panel: Panel;
  private readonly dates: string[] = [];
  private readonly equityFen: Column = [];
  private readonly returns: Column = [];
  private readonly benchmark: (number | null)[] = [];
  private readonly turnover: Column = [];
  private readonly modelled: Column = [];
  private readonly realised: Column = [];
  private readonly executionAware: Column = [];
  private readonly reward: Column = [];
  private readonly loss: Column = [];
  private readonly sums = { commissionFen: 0, dutyFen: 0, transferFen: 0, otherFen: 0, spreadFen: 0, impactFen: 0, totalFen: 0 };
  /** Counts by reason code; see ORDER_REASONS. */
  private readonly rejectedBy = new Int32Array(ORDER_REASONS.length + 1);
  private readonly partialBy = new Int32Array(ORDER_REASONS.length + 1);
  private orders = 0;
  private fills = 0;
  private tradedFen = 0;
  private maxDrawdown = 0;
  private terminalDate: string | null = null;

  constructor(panel: Panel) {
    this.panel = panel;
  }

  add(day: number, step: StepNumbers, tape: DayTape): void {
    const { reward } = step;
    this.dates.push(this.panel.dates[day]!);
    this.equityFen.push(step.equityFen);
    this.returns.push(step.netReturn);
    this.benchmark.push(benchmarkReturn(this.panel, day));
    const realised = realisedFriction(step.trades);
    this.turnover.push(step.turnover);
    this.modelled.push(reward.modelledFriction);
    this.realised.push(step.equityBeforeFen === 0 ? 0 : realised.totalFen / step.equityBeforeFen);
    this.executionAware.push(reward.executionAware);
    this.reward.push(reward.reward);
    this.loss.push(reward.principalLoss);
    this.tradedFen += step.trades.tradedFen;
    this.maxDrawdown = Math.max(this.maxDrawdown, reward.drawdown);
    if (reward.terminal) this.terminalDate = this.panel.dates[day]!;
    this.addTrades(step.trades.fills, realised, tape);
  }

  series(): BacktestSeries {
    return {
      dates: this.dates,
      equityFen: this.equityFen,
      returns: this.returns,
      benchmarkReturns: this.panel.benchmark === null ? null : this.benchmark,
      turnover: this.turnover,
      modelledFriction: this.modelled,
      realisedFriction: this.realised,
      executionAware: this.executionAware,
      reward: this.reward,
      principalLoss: this.loss,
    };
  }

  summary(): BacktestSummary {
    const days = this.dates.length;
    const total = (values: Column) => values.reduce((sum, x) => sum + x, 0);
    return {
      days,
      from: this.dates[0]!,
      to: this.dates[days - 1]!,
      finalEquityFen: this.equityFen[days - 1]!,
      annualTurnover: (total(this.turnover) / days) * TRADING_DAYS_PER_YEAR,
      orders: this.orders,
      fills: this.fills,
      rejected: this.orders - this.fills,
      rejectedBy: byReason(this.rejectedBy),
      partialBy: byReason(this.partialBy),
      tradedFen: this.tradedFen,
      realised: { ...this.sums } satisfies RealisedFriction,
      modelledFriction: total(this.modelled),
      realisedFriction: total(this.realised),
      rewardSum: total(this.reward),
      maxPrincipalLoss: this.loss.reduce((worst, x) => Math.max(worst, x), 0),
      finalPrincipalLoss: this.loss[days - 1]!,
      maxDrawdown: this.maxDrawdown,
      terminalDate: this.terminalDate,
    };
  }

  private addTrades(fills: number, realised: RealisedFriction, tape: DayTape): void {
    const { sums } = this;
    this.countReasons(tape, tape.cutSells);
    this.countReasons(tape, tape.cutBuys);
    this.orders += tape.sells.count + tape.buys.count;
    this.fills += fills;
    sums.commissionFen += realised.commissionFen;
    sums.dutyFen += realised.dutyFen;
    sums.transferFen += realised.transferFen;
    sums.otherFen += realised.otherFen;
    sums.spreadFen += realised.spreadFen;
    sums.impactFen += realised.impactFen;
    sums.totalFen += realised.totalFen;
  }

  private countReasons({ filled, reason }: DayTape, { symbols, count }: OrderList): void {
    for (let k = 0; k < count; k++) {
      const i = symbols[k]!;
      const why = reason[i]!;
      if (why === 0) continue;
      if (filled[i] === 0) this.rejectedBy[why]!++;
      else this.partialBy[why]!++;
    }
  }
}

function byReason(counts: Int32Array): ReasonCounts {
  return Object.fromEntries(ORDER_REASONS.flatMap((reason, i) => (counts[i + 1] === 0 ? [] : [[reason, counts[i + 1]!]])));
}

/** Simple return of the benchmark into `day`; null where a close is missing. */
export function benchmarkReturn(panel: Panel, day: number): number | null {
  const now = panel.benchmark?.[day];
  const before = panel.benchmark?.[day - 1];
  return now !== undefined && before !== undefined && now > 0 && before > 0 ? now / before - 1 : null;
}
