import type { DayRow, FillRow } from './incident-rows';

type Costs = Pick<DayRow, 'commissionFen' | 'dutyFen' | 'transferFen' | 'otherFen' | 'spreadFen' | 'impactFen'>;

/** Realised friction in fen, from fills: everything that trading cost. */
export const realisedFen = (row: Costs | FillRow): number => row.commissionFen + row.dutyFen + row.transferFen + row.otherFen + row.spreadFen + row.impactFen;

/** Equity before the day's profit or loss: the base of the day's ratios. */
export const openingFen = (day: Pick<DayRow, 'equityFen' | 'pnlFen'>): number => day.equityFen - day.pnlFen;

/** Realised friction of a day as a fraction of the equity it started with. */
export const realisedRatio = (day: DayRow): number => (openingFen(day) > 0 ? realisedFen(day) / openingFen(day) : 0);

/** F_exec of eq. 1 for the day. */
export const modelledRatio = (day: DayRow): number => day.frictionLinear + day.frictionRoot;

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
export const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
/** The n rows with the largest key. */
export const largest = <T>(rows: readonly T[], key: (row: T) => number, n: number): T[] => [...rows].sort((a, b) => key(b) - key(a)).slice(0, n);
