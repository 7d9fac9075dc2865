import { AppError } from '@/server/contracts/errors';
import type { AccountDay } from './read-nav-log';
import type { AccountTrade } from './read-trade-log';

export interface TradeMetrics {
  /** One-way, mean over all days of (Σ bought and sold) / 2 / mean(NAV_t, NAV_{t−1}), × 252; only trades, no dividends. */
  readonly annualTurnover: number;
  /** Σ fees / Σ traded; null when the log gives no fees. */
  readonly feeRatio: number | null;
  /** Sales matched first in, first out, net of fees; null without shares and amounts of every trade. */
  readonly realised: { readonly sales: number; readonly wins: number; readonly meanWinFen: number | null; readonly meanLossFen: number | null; readonly profitFactor: number | null } | null;
  /** Sales of shares whose purchase is not in the log. */
  readonly unmatchedSales: number;
}

/** What a trade log says beside the NAV. `days` as the account's. @throws AppError BAD_INPUT */
export function tradeMetrics(days: readonly Pick<AccountDay, 'date' | 'navFen'>[], trades: readonly AccountTrade[]): TradeMetrics {
  if (days.length < 2) throw new AppError('BAD_INPUT', 'Turnover needs two days of NAV.');
  const traded = trades.filter((t) => t.class === 'buy' || t.class === 'sell');
  const perDay = new Map<string, number>();
  for (const t of traded) perDay.set(t.date, (perDay.get(t.date) ?? 0) + t.amountFen);
  let turnover = 0;
  for (let i = 1; i < days.length; i++) {
    const amount = perDay.get(days[i]!.date) ?? 0;
    if (amount > 0) turnover += amount / 2 / ((days[i]!.navFen + days[i - 1]!.navFen) / 2);
  }
  const fees = traded.every((t) => t.feeFen !== null) && traded.length > 0;
  const amount = traded.reduce((sum, t) => sum + t.amountFen, 0);
  return {
    annualTurnover: (turnover / (days.length - 1)) * 252,
    feeRatio: fees && amount > 0 ? traded.reduce((sum, t) => sum + Math.abs(t.feeFen!), 0) / amount : null,
    ...matchSales(trades),
  };
}

interface Lot {
  shares: number;
  costFen: number;
}

/** First in, first out. Bonus shares join at no cost; the fee of a trade belongs to it. */
function matchSales(trades: readonly AccountTrade[]): Pick<TradeMetrics, 'realised' | 'unmatchedSales'> {
  const traded = trades.filter((t) => t.class === 'buy' || t.class === 'sell');
  if (traded.length === 0 || traded.some((t) => t.shares === null || t.shares === 0)) return { realised: null, unmatchedSales: 0 };
  const lots = new Map<string, Lot[]>();
  const results: number[] = [];
  let unmatchedSales = 0;
  for (const t of [...trades].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.line - b.line))) {
    const own = lots.get(t.symbol) ?? [];
    lots.set(t.symbol, own);
    const fee = Math.abs(t.feeFen ?? 0);
    if (t.class === 'buy') own.push({ shares: t.shares!, costFen: t.amountFen + fee });
    else if (t.class === 'position' && t.shares) own.push({ shares: t.shares, costFen: 0 });
    else if (t.class === 'sell') {
      const cost = takeCost(own, t.shares!);
      if (cost === null) unmatchedSales++;
      else results.push(t.amountFen - fee - cost);
    }
  }
  const wins = results.filter((r) => r > 0);
  const losses = results.filter((r) => r < 0);
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
  return {
    unmatchedSales,
    realised: {
      sales: results.length, wins: wins.length,
      meanWinFen: wins.length > 0 ? sum(wins) / wins.length : null,
      meanLossFen: losses.length > 0 ? sum(losses) / losses.length : null,
      profitFactor: losses.length > 0 ? sum(wins) / -sum(losses) : null,
    },
  };
}

/** Cost of the oldest `shares`; null, with nothing left of them, when the log does not hold so many. */
function takeCost(lots: Lot[], shares: number): number | null {
  let left = shares;
  let cost = 0;
  while (left > 0) {
    const lot = lots[0];
    if (!lot) return null;
    const take = Math.min(left, lot.shares);
    const part = (lot.costFen * take) / lot.shares;
    cost += part;
    lot.costFen -= part;
    lot.shares -= take;
    left -= take;
    if (lot.shares === 0) lots.shift();
  }
  return cost;
}
