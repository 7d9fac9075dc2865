import { type DayRange, dayParam as day, oneParam as one, type SearchParams } from '../filter/address-params';

/** Filter of the imported runs as it stands in the URL; '' = open. */
export interface RunFilterValues extends DayRange {
  readonly text: string;
  /** From 1. */
  readonly page: number;
}

export function readRunFilter(params: SearchParams): RunFilterValues {
  const page = one(params.page);
  return { text: one(params.text), from: day(params.from), to: day(params.to), page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1 };
}
