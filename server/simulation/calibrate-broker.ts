import { type FillCalibration, fitFillModel } from '@/server/execution/calibration/fit-fill-model';
import { type FrictionFit, fitFrictionModel, whyNotFitted } from '@/server/execution/calibration/fit-friction-model';
import { type FrictionInterval, frictionInterval } from '@/server/execution/calibration/friction-interval';
import { groupFills } from '@/server/execution/calibration/group-fills';
import { measureFills } from '@/server/execution/calibration/measure-fills';
import { observeFrictionDays } from '@/server/execution/calibration/observe-friction-days';
import { type EquityText, readEquity } from '@/server/execution/calibration/read-equity';
import { fillRow, parseRows, quoteRow } from '@/server/execution/calibration/read-observed';
import type { FrictionModel } from '@/server/reward/types';
import { type BrokerDayFriction, type BrokerNameFriction, brokerFriction } from './broker-friction';

/** CSV texts and what errors call them. */
export interface BrokerFiles {
  readonly fills: { readonly name: string; readonly text: string };
  readonly quotes: { readonly name: string; readonly text: string };
  readonly equity: EquityText | null;
}

export interface BrokerCalibration extends FillCalibration {
  /** Fills without an earlier quote: in λ and γ, not in spread and impact. */
  readonly unmatched: number;
  /** λ and γ; null with the reason. */
  readonly friction: FrictionFit | null;
  readonly whyNoFriction: string | null;
  readonly interval: FrictionInterval | null;
  /** Realised against modelled, oldest day and dearest name first; empty without an equity. */
  readonly byDay: readonly BrokerDayFriction[];
  readonly byName: readonly BrokerNameFriction[];
}

const NO_EQUITY = 'λ and γ are fractions of the account’s equity, and none was given.';

/**
 * What a broker's own fills say trading costs: spread, impact and delay against the quotes; with the account's equity also λ and γ of eq. 1
 * and realised against modelled friction by day and name. `model`: the eq. 1 to hold them against. Command and console both ask here.
 * @throws AppError BAD_INPUT naming file, line, column and value
 */
export function calibrateBroker({ fills, quotes, equity }: BrokerFiles, model: FrictionModel): BrokerCalibration {
  const { measured, unmatched } = measureFills(parseRows(fills.text, fills.name, fillRow), parseRows(quotes.text, quotes.name, quoteRow));
  const costs = { ...fitFillModel(measured), unmatched: unmatched.length };
  const all = [...measured.map((m) => m.fill), ...unmatched];
  const equityOn = readEquity(equity, all);
  if (equityOn === null) return { ...costs, friction: null, whyNoFriction: NO_EQUITY, interval: null, byDay: [], byName: [] };
  const days = observeFrictionDays(groupFills(all), equityOn, model.norm);
  const whyNoFriction = whyNotFitted(days);
  const friction = whyNoFriction === null ? fitFrictionModel(days) : null;
  return { ...costs, friction, whyNoFriction, interval: friction && frictionInterval(days, friction), ...brokerFriction(days, model, friction) };
}
