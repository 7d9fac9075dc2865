export interface MonthlyRow {
  readonly year: number;
  /** Compounded return per month, January first; null = no day. */
  readonly months: readonly (number | null)[];
  readonly year_return: number;
}

/** Compounded returns by calendar month and year, oldest first. */
export function monthlyTable(dates: readonly string[], returns: ArrayLike<number>): MonthlyRow[] {
  const years = new Map<number, (number | null)[]>();
  dates.forEach((date, i) => {
    const year = Number(date.slice(0, 4));
    const month = Number(date.slice(5, 7)) - 1;
    const months = years.get(year) ?? Array.from({ length: 12 }, () => null);
    months[month] = (1 + (months[month] ?? 0)) * (1 + returns[i]!) - 1;
    years.set(year, months);
  });
  return [...years].sort((a, b) => a[0] - b[0]).map(([year, months]) => ({ year, months, year_return: months.reduce<number>((w, m) => w * (1 + (m ?? 0)), 1) - 1 }));
}
