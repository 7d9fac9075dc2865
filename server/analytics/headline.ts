import type { MetricKey, MetricPreset, MetricsReport } from './types';

const ROOT_238_OVER_252 = Math.sqrt(238 / 252);

/** The five figures a preset leads with, each beside its formula: a number without its definition means nothing (user-cases I-11). */
export function headlineOf(preset: MetricPreset, m: Readonly<Record<MetricKey, number | null>>): MetricsReport['headline'] {
  if (preset === 'qlib') {
    const scaled = (value: number | null): number | null => (value === null ? null : value * ROOT_238_OVER_252);
    return {
      annual_return: { value: m.ann_arith238, definition: 'arithmetic mean × 238' },
      volatility: { value: scaled(m.vol_ddof1), definition: 'sd (n − 1) × √238' },
      sharpe: { value: scaled(m.sharpe_rf0), definition: 'mean / sd (n − 1) × √238, no risk-free rate' },
      max_drawdown: { value: m.mdd_sum, definition: 'fall of the sum of returns from its peak, the start included' },
      information_ratio: { value: scaled(m.ir), definition: 'mean active return / its sd (n − 1) × √238' },
    };
  }
  return {
    annual_return: { value: m.ann_arith252, definition: 'arithmetic mean × 252' },
    volatility: { value: m.vol_ddof1, definition: 'sd (n − 1) × √252' },
    sharpe: { value: m.sharpe_rf135, definition: '(mean − rf / 252) / sd (n − 1) × √252' },
    max_drawdown: { value: m.mdd_with_initial, definition: 'fall of the compounded path from its peak, the initial capital included' },
    information_ratio: { value: m.ir, definition: 'mean active return × 252 / tracking error' },
  };
}
