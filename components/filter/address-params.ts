import { isCalendarDate } from '@/server/contracts/calendar-date';

/** Query parameters as Next hands them to a page. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** The first value of a parameter, trimmed and bounded; '' = absent. */
export const oneParam = (value: string | string[] | undefined): string => ((Array.isArray(value) ? value[0] : value) ?? '').trim().slice(0, 200);

/** A calendar day of a parameter, YYYY-MM-DD; '' = absent or no day. */
export const dayParam = (value: string | string[] | undefined): string => (isCalendarDate(oneParam(value)) ? oneParam(value) : '');

/** Days of a filter in UTC, both inclusive; '' = open. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Why the days select nothing, or null. */
export const whyNoDays = ({ from, to }: DayRange): string | null => (from !== '' && to !== '' && from > to ? `From ${from} lies after to ${to}: no day is between them.` : null);
