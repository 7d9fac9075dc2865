import { AppError } from '@/server/contracts/errors';
import type { FrictionDay } from './fit-friction-model';
import type { FillDay } from './group-fills';

/** Equity of the account before the trades of a day ('YYYY-MM-DD'), currency of the fills. @throws AppError for a day it does not know */
export type EquityOn = (date: string) => number;

/** A day of a broker's fills as eq. 1 sees it, for fitFrictionModel. */
export interface BrokerDay extends FrictionDay, FillDay {
  readonly equity: number;
  readonly traded: number;
}

/**
 * ‖Δω‖ is money traded by name over the day's equity; `norm` is the one that the model takes under the root; realised is what the fills cost
 * against their reference prices, commission included. @throws AppError BAD_INPUT for an equity that is not positive
 */
export function observeFrictionDays(days: readonly FillDay[], equityOn: EquityOn, norm: 'l1' | 'l2' = 'l2'): BrokerDay[] {
  return days.map((day) => {
    const equity = equityOn(day.date);
    if (!(equity > 0 && Number.isFinite(equity))) throw new AppError('BAD_INPUT', `The equity of ${day.date} is ${equity}; λ and γ are fractions of it, so it must be a positive amount of money.`);
    const amounts = day.names.map((name) => name.traded);
    const traded = amounts.reduce((sum, x) => sum + x, 0);
    const l1 = traded / equity;
    const l2 = Math.sqrt(amounts.reduce((sum, x) => sum + x * x, 0)) / equity;
    return { ...day, equity, traded, l1, norm: norm === 'l1' ? l1 : l2, realised: day.cost / equity };
  });
}
