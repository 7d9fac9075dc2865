/** Sessions over which the traded amount is averaged. */
export const LIQUIDITY_DAYS = 20;
/** Share of the names, least traded first, that counts as the less liquid part. */
export const LESS_LIQUID_SHARE = 0.5;
/** Average amount a day below which a name is too thin to trade, in currency units. */
export const MIN_DAILY_AMOUNT = 50_000_000;

/** Average traded amount per name over the last `days` rows; a missing day counts as nothing traded. */
export function averageAmount(amount: readonly Float64Array[], days: number): number[] {
  const rows = amount.slice(-days);
  const sum = new Float64Array(rows[0].length);
  for (const row of rows) {
    for (let i = 0; i < sum.length; i += 1) {
      if (Number.isFinite(row[i])) sum[i] += row[i];
    }
  }
  const average: number[] = [];
  for (let i = 0; i < sum.length; i += 1) average.push(sum[i] / rows.length);
  return average;
}

/** Which names are tradable today and belong to the less liquid `share` of the tradable ones. */
export function lessLiquid(average: readonly number[], tradable: readonly boolean[], share: number): boolean[] {
  const open = new Float64Array(average.filter((_amount, i) => tradable[i])).sort();
  const border = open[Math.floor(open.length * share)];
  const chosen: boolean[] = [];
  for (let i = 0; i < average.length; i += 1) chosen.push(tradable[i] && (border === undefined || average[i] < border));
  return chosen;
}

/** Which names are tradable today and trade at least `minAmount` a day. */
export function liquidEnough(average: readonly number[], tradable: readonly boolean[], minAmount: number): boolean[] {
  return average.map((amount, i) => tradable[i] && amount >= minAmount);
}
