import { AppError } from '@/server/contracts/errors';
import type { FrictionDay } from './fit-friction-model';
import type { ObservedFill } from './types';

const DAY_MS = 86_400_000;

/**
 * Days of a broker's fills as eq. 1 sees them, for fitFrictionModel: ‖Δω‖ is money traded by name over `equity` (currency of the fills), the norm
 * under the root Euclidean; realised is what the fills cost against their reference prices, commission included. A day is one of UTC: the
 * sessions of Chinese and US exchanges each lie in one. @throws AppError BAD_INPUT for an equity that is not positive
 */
export function observeFrictionDays(fills: readonly ObservedFill[], equity: number): FrictionDay[] {
  if (!(equity > 0 && Number.isFinite(equity))) throw new AppError('BAD_INPUT', `The equity is ${equity}; λ and γ are fractions of it, so it must be a positive amount of money.`);
  const days = new Map<number, { traded: Map<string, number>; cost: number }>();
  for (const { time, symbol, side, quantity, referencePrice, fillPrice, commission } of fills) {
    const key = Math.floor(time / DAY_MS);
    const day = days.get(key) ?? { traded: new Map<string, number>(), cost: 0 };
    day.traded.set(symbol, (day.traded.get(symbol) ?? 0) + quantity * fillPrice);
    day.cost += quantity * (side === 'buy' ? fillPrice - referencePrice : referencePrice - fillPrice) + commission;
    days.set(key, day);
  }
  return [...days].sort(([a], [b]) => a - b).map(([, { traded, cost }]) => {
    const amounts = [...traded.values()];
    return { l1: amounts.reduce((sum, x) => sum + x, 0) / equity, norm: Math.sqrt(amounts.reduce((sum, x) => sum + x * x, 0)) / equity, realised: cost / equity };
  });
}
