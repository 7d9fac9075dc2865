import { isCalendarDate } from '@/server/contracts/calendar-date';

/** Filter of the imported runs as it stands in the URL; '' = open. Days in UTC, both inclusive. */
export interface RunFilterValues {
  readonly text: string;
  readonly from: string;
  readonly to: string;
  /** From 1. */
  readonly page: number;
}

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;
const one = (value: string | string[] | undefined): string => ((Array.isArray(value) ? value[0] : value) ?? '').trim().slice(0, 200);
const day = (value: string | string[] | undefined): string => (isCalendarDate(one(value)) ? one(value) : '');

export function readRunFilter(params: SearchParams): RunFilterValues {
  const page = one(params.page);
  return { text: one(params.text), from: day(params.from), to: day(params.to), page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1 };
}

/** Why the days select nothing, or null. */
export const whyNoRuns = ({ from, to }: Pick<RunFilterValues, 'from' | 'to'>): string | null => (from !== '' && to !== '' && from > to ? `From ${from} lies after to ${to}: no day is between them.` : null);
