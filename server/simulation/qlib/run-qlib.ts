import { AppError } from '@/server/contracts/errors';
import type { Panel } from '@/server/market/panel';
import { firstDayFrom } from '../day-bars';
import { benchmarkReturn } from '../series-recorder';
import { QlibExchange } from './exchange';
import { pickTrades } from './pick-trades';
import type { QlibDay, QlibOptions, QlibPosition } from './types';

interface Holding {
  amount: number;
  price: number;
}

export interface QlibRequest {
  readonly panel: Panel;
  readonly options: QlibOptions;
  /** Scores at the close of `day` over the symbols, NaN = none; traded at the close of the day after. */
  readonly scores: (day: number) => Float64Array;
  /** First and last day that trade. */
  readonly from?: string;
  readonly to?: string;
}

export interface QlibRun {
  readonly days: readonly QlibDay[];
  readonly positions: readonly QlibPosition[];
}

/** A whole account in Qlib's exact terms. @throws AppError BAD_INPUT when no day trades or none has a day before it */
export function runQlib(request: QlibRequest): QlibRun {
  const { panel, options, from, to } = request;
  const first = Math.max(1, from === undefined ? 1 : firstDayFrom(panel, from));
  const last = to === undefined ? panel.dates.length - 1 : firstDayFrom(panel, `${to}~`) - 1;
  if (last < first) throw new AppError('BAD_INPUT', `From ${from ?? 'the start'} to ${to ?? 'the end'} market ${panel.meta.name} has no day that trades (it runs ${panel.dates[0]} to ${panel.dates.at(-1)}, and a score needs the day before).`);
  const account = new QlibAccount(panel, options);
  const days: QlibDay[] = [];
  for (let day = first; day <= last; day++) days.push(account.trade(day, request.scores(day - 1)));
  return { days, positions: account.positions() };
}

/** Cash and holdings in the order in which they were opened. */
class QlibAccount {
  private readonly panel: Panel;
  private readonly options: QlibOptions;
  private readonly exchange: QlibExchange;
  private readonly holdings = new Map<number, Holding>();
  private cash: number;
  private worth: number;
  private turnover = 0;
  private cost = 0;

  constructor(panel: Panel, options: QlibOptions) {
    this.panel = panel;
    this.options = options;
    this.exchange = new QlibExchange(panel, options);
    this.cash = options.initialCash;
    this.worth = options.initialCash;
  }

  /** Sells in the order of opening, then buys of equal value, all at the close of `day`; then the account is valued there. */
  trade(day: number, scores: Float64Array): QlibDay {
    const { exchange, holdings, options } = this;
    const before = { worth: this.worth, turnover: this.turnover, cost: this.cost };
    const { sell, buy } = pickTrades([...holdings.keys()], scores, options.topk, options.nDrop);
    for (const i of [...holdings.keys()]) if (sell.has(i) && exchange.isTradable(day, i)) this.sell(day, i);
    const each = buy.length === 0 ? 0 : (this.cash * options.riskDegree) / buy.length;
    for (const i of buy) if (exchange.isTradable(day, i)) this.buy(day, i, each);
    let value = 0;
    for (const [i, holding] of holdings) {
      if (!exchange.isSuspended(day, i)) holding.price = exchange.price(day, i);
      value += holding.amount * holding.price;
    }
    this.worth = this.cash + value;
    return {
      date: this.panel.dates[day]!,
      account: this.worth,
      return: (this.worth - before.worth + (this.cost - before.cost)) / before.worth,
      totalTurnover: this.turnover,
      turnover: (this.turnover - before.turnover) / before.worth,
      totalCost: this.cost,
      cost: (this.cost - before.cost) / before.worth,
      value,
      cash: this.cash,
      bench: benchmarkReturn(this.panel, day),
    };
  }

  positions(): QlibPosition[] {
    return [...this.holdings].map(([i, { amount, price }]) => ({ symbol: this.panel.symbols[i]!, adjAmount: amount, adjPrice: price, weight: (amount * price) / this.worth })).sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  }

  private sell(day: number, i: number): void {
    const { exchange } = this;
    const value = this.holdings.get(i)!.amount * exchange.price(day, i);
    const fee = exchange.fee(value, this.options.closeCost);
    if (value <= 1e-5 || this.cash + value < fee) return;
    this.holdings.delete(i);
    this.cash += value - fee;
    this.book(value, fee);
  }

  private buy(day: number, i: number, budget: number): void {
    const { exchange } = this;
    const { openCost, minCost } = this.options;
    const price = exchange.price(day, i);
    const factor = exchange.factor(day, i);
    let amount = exchange.roundAmount(budget / price, factor);
    const wanted = amount * price;
    if (this.cash < Math.max(wanted * openCost, minCost)) return;
    if (this.cash < wanted + Math.max(wanted * openCost, minCost)) amount = exchange.roundAmount(Math.min(exchange.affordable(this.cash, price), amount), factor);
    const value = amount * price;
    if (value <= 1e-5) return;
    const fee = exchange.fee(value, openCost);
    this.holdings.set(i, { amount: value / price, price });
    this.cash -= value + fee;
    this.book(value, fee);
  }

  private book(value: number, fee: number): void {
    this.turnover += value;
    this.cost += fee;
  }
}
