import type { Interval } from '@/server/execution/calibration/friction-interval';
import { NO_VALUE } from '../format';

/** λ, γ or an impact coefficient as people compare them: four digits. */
export const formatCoefficient = (value: number | null | undefined): string => (value === null || value === undefined ? NO_VALUE : String(Number(value.toPrecision(4))));

/** A 95 % interval; a coefficient without one is held at 0. */
export const formatInterval = (interval: Interval | null | undefined): string => (interval ? `${Number(interval[0].toPrecision(3))} to ${Number(interval[1].toPrecision(3))}` : 'held at 0');
