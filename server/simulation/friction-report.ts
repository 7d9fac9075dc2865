import type { FrictionDay } from '@/server/execution/calibration/fit-friction-model';
import type { FillRecord } from '@/server/execution/types';
import type { FrictionModel, RewardParts } from '@/server/reward/types';
import { shareFriction } from './share-friction';

/** What the report needs of a day: a StepRecord has it, a stored day and its fills too. */
export interface FrictionRecord {
  readonly date: string;
  readonly equityFen: number;
  readonly netReturn: number;
  readonly realisedFriction: number;
  readonly tradedFen: number;
  /** Eq. 1 as it stood on the day. */
  readonly reward: Pick<RewardParts, 'modelledFriction' | 'lambdaTerm' | 'gammaTerm'>;
  readonly orders: readonly { readonly symbol: string; readonly fill: Pick<FillRecord, 'amountFen' | 'commissionFen' | 'dutyFen' | 'transferFen' | 'otherFen' | 'spreadFen' | 'impactFen'> | null }[];
}

export interface DayFriction {
  readonly date: string;
  /** Fractions of equity before the trades: eq. 1, and what the fills cost. */
  readonly modelled: number;
  readonly realised: number;
  readonly tradedFen: number;
}

export interface NameFriction {
  readonly symbol: string;
  readonly fills: number;
  readonly tradedFen: number;
  readonly feesFen: number;
  readonly spreadFen: number;
  readonly impactFen: number;
  /** Realised cost per traded money, in basis points. */
  readonly realisedBp: number;
  /** Its share of eq. 1 over the run per traded money, in basis points. */
  readonly modelledBp: number;
}

export interface FrictionReport {
  readonly byDay: readonly DayFriction[];
  /** Dearest names first. */
  readonly byName: readonly NameFriction[];
  /** Days for fitFrictionModel. */
  readonly observed: readonly FrictionDay[];
}

/** Realised against modelled friction of a run, per day and per name. Eq. 1 is taken as it stood on each day and shared out so that names add up to days. */
export function frictionReport(records: readonly FrictionRecord[], { norm }: Pick<FrictionModel, 'norm'>): FrictionReport {
  const names = new Map<string, { fills: number; tradedFen: number; feesFen: number; spreadFen: number; impactFen: number; modelledFen: number }>();
  const byDay: DayFriction[] = [];
  const observed: FrictionDay[] = [];
  for (const record of records) {
    byDay.push({ date: record.date, modelled: record.reward.modelledFriction, realised: record.realisedFriction, tradedFen: record.tradedFen });
    const fills = record.orders.flatMap(({ symbol, fill }) => (fill === null ? [] : [{ symbol, ...fill }]));
    if (fills.length === 0) continue;
    const equityFen = equityBefore(record);
    const squares = fills.reduce((sum, fill) => sum + fill.amountFen ** 2, 0);
    const l1 = record.tradedFen / equityFen;
    const l2 = Math.sqrt(squares) / equityFen;
    observed.push({ l1, norm: norm === 'l1' ? l1 : l2, realised: record.realisedFriction });
    const shares = shareFriction(fills.map((fill) => fill.amountFen), record.reward, norm);
    for (const [k, fill] of fills.entries()) {
      const one = names.get(fill.symbol) ?? { fills: 0, tradedFen: 0, feesFen: 0, spreadFen: 0, impactFen: 0, modelledFen: 0 };
      one.fills++;
      one.tradedFen += fill.amountFen;
      one.feesFen += fill.commissionFen + fill.dutyFen + fill.transferFen + fill.otherFen;
      one.spreadFen += fill.spreadFen;
      one.impactFen += fill.impactFen;
      one.modelledFen += shares[k]! * equityFen;
      names.set(fill.symbol, one);
    }
  }
  const byName = [...names].map(([symbol, { modelledFen, ...one }]) => ({
    symbol,
    ...one,
    realisedBp: ((one.feesFen + one.spreadFen + one.impactFen) / one.tradedFen) * 1e4,
    modelledBp: (modelledFen / one.tradedFen) * 1e4,
  }));
  byName.sort((a, b) => b.realisedBp - a.realisedBp || (a.symbol < b.symbol ? -1 : 1));
  return { byDay, byName, observed };
}

/** Equity before the trades: equity after = equity before · (1 + net return). */
function equityBefore(record: FrictionRecord): number {
  return Math.round(record.equityFen / (1 + record.netReturn));
}
