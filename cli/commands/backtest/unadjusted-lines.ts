import { type UnadjustedDays, unadjustedWords } from '@/server/market/unadjusted-days';

/** The line above the figures of a run; none where nothing is suspected. */
export const unadjustedLines = (unadjusted: UnadjustedDays | null): string[] => (unadjusted === null ? [] : [`Prices may be unadjusted. ${unadjustedWords(unadjusted)}`]);
