import type { EvidenceRef } from '@/server/contracts/autopsy';
import { TRADING_DAYS_PER_YEAR } from '@/server/contracts/units';
import { largest, mean, modelledRatio, realisedFen, realisedRatio, sum } from './friction-of';
import { type DayRow, dayRef, fillRef, type IncidentRows } from './incident-rows';

/** A number of an autopsy with the rows it was read from. */
export interface MeasuredMetric {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ratio' | 'bp' | 'per year' | 'count';
  readonly definition: string;
  readonly refs: readonly EvidenceRef[];
}

const round = (value: number): number => Number(value.toPrecision(6));

/** The numbers an autopsy is pre-filled with. Names of the paper first (daily_pnl, slippage_leakage). */
export function measureIncident(rows: IncidentRows): MeasuredMetric[] {
  const { days, fills, alerts, orders } = rows;
  const last = days.at(-1);
  if (!last) return [{ name: 'alerts', value: alerts.length, unit: 'count', definition: 'Alerts of the incident; no trading day is stored.', refs: alerts.map((a) => ({ kind: 'alert', id: a.id })) }];
  // The day that set off the alert may not be the worst one: the paper's daily_pnl is the loss that hurts.
  const worst = [...days].sort((a, b) => a.dayReturn - b.dayReturn)[0]!;
  const traded = days.filter((d) => d.turnover > 0);
  const dearDays = largest(traded, realisedRatio, 3).map(dayRef);
  const dearFills = largest(fills, realisedFen, 3).map(fillRef);
  const metric = (name: string, value: number, unit: MeasuredMetric['unit'], definition: string, refs: readonly EvidenceRef[]): MeasuredMetric => ({ name, value: round(value), unit, definition, refs });
  const n = days.length;
  const measured = [
    metric('daily_pnl', worst.dayReturn, 'ratio', `Net return of the worst of the last ${n} days (${worst.date}).`, [dayRef(worst)]),
    metric('slippage_leakage', sum(days.map((d) => realisedRatio(d) - modelledRatio(d))), 'ratio', `Realised minus modelled friction over ${n} days, as a fraction of equity.`, [...dearDays, ...dearFills]),
    metric('annual_turnover', mean(days.map((d) => d.turnover)) * TRADING_DAYS_PER_YEAR, 'per year', `Mean one-way daily turnover of ${n} days × 252.`, largest(traded, (d) => d.turnover, 3).map(dayRef)),
    metric('friction_bp', mean(days.map(realisedRatio)) * 10_000, 'bp', `Mean realised friction a day over ${n} days, basis points of equity.`, dearDays),
    metric('gross_return', sum(days.map((d) => d.grossReturn)), 'ratio', `Sum of Σ ω r before friction over ${n} days.`, [dayRef(last)]),
    metric('net_return', sum(days.map((d) => d.dayReturn)), 'ratio', `Sum of net returns over ${n} days.`, [dayRef(last)]),
    metric('principal_loss', last.principalLoss, 'ratio', 'L_t = 1 − W_t / W_0 on the day of the incident.', [dayRef(last)]),
    metric('drawdown', last.drawdown, 'ratio', 'Loss from the highest equity so far.', [dayRef(last)]),
  ];
  const biggest = largest(fills, (f) => f.participation, 1)[0];
  if (biggest) measured.push(metric('max_participation', biggest.participation, 'ratio', 'Largest share of a day’s market volume that one fill took.', [fillRef(biggest)]));
  const cut = orders.filter((o) => o.status !== 'filled');
  if (orders.length > 0) measured.push(metric('unfilled_orders', cut.length / orders.length, 'ratio', `Orders of ${n} days that were cut or refused.`, cut.slice(0, 3).map((o) => ({ kind: 'order' as const, id: o.id }))));
  return measured;
}

/** Days of the window, for callers that only need their span. */
export const spanOf = (days: readonly DayRow[]): string => (days.length === 0 ? 'no trading day' : `${days[0]!.date} to ${days.at(-1)!.date}`);
