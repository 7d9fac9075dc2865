import { drawdownEpisodes, maxDrawdown, maxDrawdownOfSum, wealthPath } from './drawdown';
import type { MetricSheet } from './metric-sheet';

/** Drawdown figures of a return series; all start from the initial capital, except the one that says it does not. */
export function writeDrawdowns(sheet: MetricSheet, returns: Float64Array): void {
  const path = wealthPath(returns);
  const deepest = maxDrawdown(path);
  sheet.set('mdd_with_initial', deepest);
  sheet.set('mdd_without_initial', maxDrawdown(path.subarray(1)));
  sheet.set('mdd_sum', maxDrawdownOfSum(returns));
  const growth = sheet.get('ann_geo252');
  sheet.set('calmar_geo', deepest < 0 && growth !== null ? growth / -deepest : null, deepest < 0 ? 'the capital fell below zero' : 'there is no drawdown');
  let longest = 0;
  for (const { peak, recovery } of drawdownEpisodes(path)) longest = Math.max(longest, (recovery ?? path.length) - peak - 1);
  let below = 0;
  for (let i = 1; i < path.length; i++) if (path[i]! < 1) below++;
  sheet.set('max_tuw_days', longest);
  sheet.set('days_below_initial', below);
}
