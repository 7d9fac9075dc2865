import type { BrokerDay } from '@/server/execution/calibration/observe-friction-days';
import { frictionTerms } from '@/server/reward/friction-model';
import type { FrictionModel } from '@/server/reward/types';
import { shareFriction } from './share-friction';

type Coefficients = Pick<FrictionModel, 'lambda' | 'gamma'>;

export interface BrokerDayFriction {
  readonly date: string;
  /** Equity before the trades, money traded: currency of the fills. */
  readonly equity: number;
  readonly traded: number;
  /** Fractions of the equity: what the fills cost, eq. 1 as configured, eq. 1 as fitted (null where nothing is). */
  readonly realised: number;
  readonly modelled: number;
  readonly fitted: number | null;
}

export interface BrokerNameFriction {
  readonly symbol: string;
  readonly fills: number;
  readonly traded: number;
  readonly commission: number;
  readonly slippage: number;
  /** Over the money traded in it, in basis points. */
  readonly realisedBp: number;
  readonly modelledBp: number;
  readonly fittedBp: number | null;
}

/** Realised against modelled friction of a broker's days, per day (oldest first) and per name (dearest first). */
export function brokerFriction(days: readonly BrokerDay[], model: FrictionModel, fitted: Coefficients | null): { byDay: BrokerDayFriction[]; byName: BrokerNameFriction[] } {
  const names = new Map<string, { symbol: string; fills: number; traded: number; commission: number; slippage: number; modelled: number; fitted: number }>();
  const byDay = days.map((day): BrokerDayFriction => {
    // The day's norm is the model's already.
    const terms = ({ lambda, gamma }: Coefficients) => frictionTerms(day.l1, day.norm, { lambda, gamma, norm: 'l2' });
    const amounts = day.names.map((name) => name.traded);
    const [own, fit] = [terms(model), terms(fitted ?? { lambda: 0, gamma: 0 })];
    const [ownShares, fitShares] = [shareFriction(amounts, own, model.norm), shareFriction(amounts, fit, model.norm)];
    for (const [k, { symbol, ...name }] of day.names.entries()) {
      const one = names.get(symbol) ?? { symbol, fills: 0, traded: 0, commission: 0, slippage: 0, modelled: 0, fitted: 0 };
      for (const key of ['fills', 'traded', 'commission', 'slippage'] as const) one[key] += name[key];
      one.modelled += ownShares[k]! * day.equity;
      one.fitted += fitShares[k]! * day.equity;
      names.set(symbol, one);
    }
    const { date, equity, traded, realised } = day;
    return { date, equity, traded, realised, modelled: own.lambdaTerm + own.gammaTerm, fitted: fitted && fit.lambdaTerm + fit.gammaTerm };
  });
  const byName = [...names.values()].map(({ modelled, fitted: fit, ...name }): BrokerNameFriction => {
    const bp = (money: number): number => (money / name.traded) * 1e4;
    return { ...name, realisedBp: bp(name.commission + name.slippage), modelledBp: bp(modelled), fittedBp: fitted && bp(fit) };
  });
  byName.sort((a, b) => b.realisedBp - a.realisedBp || (a.symbol < b.symbol ? -1 : 1));
  return { byDay, byName };
}
