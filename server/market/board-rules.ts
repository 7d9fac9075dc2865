import { z } from 'zod';
import { AppError } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { CN_A_RULES, US_RULES } from './board-table';
import type { Board, PanelMeta } from './panel';

/** Segments of the exchanges, told apart by the code prefix. 'us' stands for every US listing. */
export const SEGMENTS = ['main', 'star', 'chinext', 'bse', 'us'] as const;
export type Segment = (typeof SEGMENTS)[number];

const percent = z.number().int().min(1).max(99);

/** One effective-dated row. A row holds from `from` (inclusive) until the next row of the same segment. */
export const boardRuleSchema = z.object({
  segment: z.enum(SEGMENTS),
  from: dateSchema,
  /** Daily limit in whole percent either way; null = no limit. */
  limitPct: percent.nullable(),
  /** The same for risk-warned (ST, *ST) names. */
  stLimitPct: percent.nullable(),
  /** Sessions after listing (1 = the first day) without any limit. */
  freeSessions: z.number().int().min(0),
  /** Limits of the first session where it has its own (the old IPO rule); null where not. */
  firstDay: z.object({ upPct: percent, downPct: percent }).nullable(),
  minShares: z.number().int().min(1),
  stepShares: z.number().int().min(1),
  /** Sessions until bought shares may be sold: 1 = T+1. Cash from sales is usable the same day everywhere. */
  settlementSessions: z.number().int().min(0),
});
export type BoardRule = z.infer<typeof boardRuleSchema>;
/** A table a user may edit; validated at the door. */
export const boardRulesSchema = z.array(boardRuleSchema).min(1);
export type BoardRules = readonly BoardRule[];

/** The shipped table of a board. */
export function rulesFor(board: Board): BoardRules {
  return board === 'us' ? US_RULES : CN_A_RULES;
}

/** The table of a market: its own, or the shipped one of its board. */
export function rulesOf(meta: Pick<PanelMeta, 'board' | 'boardRules'>): BoardRules {
  return meta.boardRules ?? rulesFor(meta.board);
}

/** The shipped table with a person's rows: a row of the same segment and date takes the shipped one's place. @throws AppError BAD_INPUT for a segment of another board */
export function withOwnRules(board: Board, own: BoardRules): BoardRules {
  const shipped = rulesFor(board);
  const segments = new Set(shipped.map((rule) => rule.segment));
  own.forEach((rule, k) => {
    if (!segments.has(rule.segment)) throw new AppError('BAD_INPUT', `boardRules: row ${k + 1} is of segment ${rule.segment}, which the board ${board} has not; allowed: ${[...segments].join(', ')}.`);
    if (own.findIndex((other) => other.segment === rule.segment && other.from === rule.from) !== k) throw new AppError('BAD_INPUT', `boardRules: two rows of segment ${rule.segment} start on ${rule.from}; keep one.`);
  });
  // Parsed, so that the keys of every row stand in one order: the table is part of the panel's hash.
  return boardRulesSchema.parse([...shipped.filter((rule) => !own.some((mine) => mine.segment === rule.segment && mine.from === rule.from)), ...own]);
}

/** Six-digit code inside a symbol such as sh600000, SZ000001, 600000.SH or SYN600001; null when there is none. */
export function codeOf(symbol: string): string | null {
  return /(?:^|\D)(\d{6})(?:\D|$)/.exec(symbol)?.[1] ?? null;
}

/** Segment of an A-share symbol. @throws AppError BAD_INPUT when the code belongs to no known segment. */
export function segmentOf(symbol: string): Exclude<Segment, 'us'> {
  const code = codeOf(symbol);
  if (code) {
    if (/^68[89]/.test(code)) return 'star';
    if (/^30/.test(code)) return 'chinext';
    if (/^(?:92|4|8)/.test(code)) return 'bse';
    if (/^(?:60|00|900|20)/.test(code)) return 'main';
  }
  throw new AppError('BAD_INPUT', `Symbol ${symbol} has no A-share code (six digits starting 60, 00, 30, 68, 4, 8 or 92). If this is another market, say its board in the mapping: {"board": "us"}.`);
}

/** The rule in force for a symbol on a date. @throws AppError BAD_INPUT when the table has no row that early. */
export function boardRule(symbol: string, date: string, rules: BoardRules = CN_A_RULES): BoardRule {
  const segment: Segment = rules[0]?.segment === 'us' ? 'us' : segmentOf(symbol);
  let found: BoardRule | undefined;
  for (const rule of rules) if (rule.segment === segment && rule.from <= date && (!found || rule.from >= found.from)) found = rule;
  if (!found) throw new AppError('BAD_INPUT', `No board rule for ${symbol} (${segment}) on ${date}; add a row that starts on or before this date.`);
  return found;
}

/** The rule of a symbol on each of the (ascending) dates; null before its first row. One pass, for whole panels. */
export function boardRuleTimeline(symbol: string, dates: readonly string[], rules: BoardRules = CN_A_RULES): (BoardRule | null)[] {
  const segment: Segment = rules[0]?.segment === 'us' ? 'us' : segmentOf(symbol);
  const rows = rules.filter((rule) => rule.segment === segment).sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  let next = 0;
  let current: BoardRule | null = null;
  return dates.map((date) => {
    while (next < rows.length && rows[next]!.from <= date) current = rows[next++]!;
    return current;
  });
}

export interface LimitContext {
  readonly st: boolean;
  /** 1 on the first session after listing, 2 on the second…; Infinity (or a large number) for seasoned names. */
  readonly sessionsSinceListing: number;
  /** The rule in force on the listing day, which alone decides about its first sessions; default: the rule asked. */
  readonly listedUnder?: BoardRule;
}

/** Highest and lowest legal price of the day, integer fen. */
export interface PriceLimits {
  readonly upFen: number;
  readonly downFen: number;
}

/**
 * preFen · (100 + p) % rounded half up to the fen, all in integers: floor((preFen·(100+p)·2 + 100) / 200) explains 368,450 of
 * 368,451 real rows, where rounding floats is wrong on thousands (numbers.md). `p` is negative for the lower limit.
 */
export function limitFen(precloseFen: number, p: number): number {
  return Math.floor((precloseFen * (100 + p) * 2 + 100) / 200);
}

/** Limits of a symbol on a date from its preclose (integer fen), or null when the day has none. */
export function limitPrices(symbol: string, date: string, precloseFen: number, context: LimitContext, rules: BoardRules = CN_A_RULES): PriceLimits | null {
  return limitsUnder(boardRule(symbol, date, rules), precloseFen, context);
}

/** The same for a rule already looked up (the hot path: look a rule up once per symbol and date range). */
export function limitsUnder(rule: BoardRule, precloseFen: number, context: LimitContext): PriceLimits | null {
  const { freeSessions, firstDay } = context.listedUnder ?? rule;
  if (context.sessionsSinceListing <= freeSessions) return null;
  if (firstDay && context.sessionsSinceListing === 1) return { upFen: limitFen(precloseFen, firstDay.upPct), downFen: limitFen(precloseFen, -firstDay.downPct) };
  const pct = context.st ? rule.stLimitPct : rule.limitPct;
  return pct === null ? null : { upFen: limitFen(precloseFen, pct), downFen: limitFen(precloseFen, -pct) };
}

/** Largest legal buy of at most `shares`: minimum lot, then steps (STAR: 200 then 1; main: lots of 100). 0 when below the minimum. */
export function floorToLot(rule: BoardRule, shares: number): number {
  if (shares < rule.minShares) return 0;
  return rule.minShares + Math.floor((shares - rule.minShares) / rule.stepShares) * rule.stepShares;
}
