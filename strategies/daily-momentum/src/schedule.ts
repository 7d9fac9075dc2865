/** The portfolio is rebuilt every so many sessions. */
export const REBALANCE_EVERY_DAYS = 1;

/** Is `dayIndex` (0 = first day of the run) a day on which the portfolio is rebuilt? */
export function isRebalanceDay(dayIndex: number, everyDays: number): boolean {
  return dayIndex % Math.max(1, Math.floor(everyDays)) === 0;
}
