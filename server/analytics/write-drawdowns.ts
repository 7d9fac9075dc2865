import { drawdownFacts, maxDrawdownOfSum } from './drawdown';
import type { MetricSheet } from './metric-sheet';

/** Drawdown figures of a return series; all start from the initial capital, except the one that says it does not. */
export function writeDrawdowns(sheet: MetricSheet, returns: Float64Array): void {
  const { deepest, deepestAfterFirst, longestUnderWater, daysBelowInitial } = drawdownFacts(returns);
  sheet.set('mdd_with_initial', deepest);
  sheet.set('mdd_without_initial', deepestAfterFirst);
  sheet.set('mdd_sum', maxDrawdownOfSum(returns));
  const growth = sheet.get('ann_geo252');
  sheet.set('calmar_geo', deepest < 0 && growth !== null ? growth / -deepest : null, returns.length < 2 ? 'fewer than two returns' : deepest < 0 ? 'the capital fell below zero' : 'there is no drawdown');
  sheet.set('max_tuw_days', longestUnderWater);
  sheet.set('days_below_initial', daysBelowInitial);
}
