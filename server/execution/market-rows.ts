import { AppError } from '@/server/contracts/errors';
import { type BoardRule, type BoardRules, boardRule, limitsUnder, rulesFor } from '@/server/market/board-rules';
import { CELL, FLAG, type Panel } from '@/server/market/panel';
import { type MarketDays, marketDaysOf } from './market-day';

/**
 * One day of a market as execution needs it: integer prices, limits, trailing liquidity. A run over a panel allocates nothing per
 * cell; what all runs share is derived once per panel. A row reads no bar later than its day.
 */
export class MarketRows {
  readonly panel: Panel;
  readonly count: number;
  /** −1 before the first `load`. */
  day = -1;
  date = '';
  /** Of the loaded day: see MarketDay. */
  precloseFen: Float64Array = new Float64Array(0);
  impactBase: Float64Array = new Float64Array(0);
  /** First row in which each symbol is listed; 0 also stands for "long before". */
  readonly firstDay: Int32Array;
  /** Sessions until bought shares may be sold, per symbol. */
  readonly settlement: Int32Array;
  private readonly rules: BoardRule[] = [];
  /** The rules in columns, for the hot path: limits in percent (NaN = none), first day with ordinary limits, orders. */
  readonly limitPct: Float64Array;
  readonly stLimitPct: Float64Array;
  readonly ordinaryFrom: Int32Array;
  private readonly minShares: Int32Array;
  private readonly stepShares: Int32Array;
  private readonly table: BoardRules;
  private readonly days: MarketDays;
  /** The looked-up rules hold in [rulesFrom, rulesUntil). */
  private rulesFrom = '';
  private rulesUntil = '';

  constructor(panel: Panel, table: BoardRules = rulesFor(panel.meta.board)) {
    const n = panel.symbols.length;
    this.panel = panel;
    this.count = n;
    this.table = table;
    this.firstDay = new Int32Array(n);
    this.settlement = new Int32Array(n);
    this.minShares = new Int32Array(n);
    this.stepShares = new Int32Array(n);
    this.limitPct = new Float64Array(n);
    this.stLimitPct = new Float64Array(n);
    this.ordinaryFrom = new Int32Array(n);
    this.days = marketDaysOf(panel);
    for (let i = 0; i < n; i++) {
      let t = 0;
      while (t < panel.dates.length && panel.status[t * n + i] === CELL.UNLISTED) t++;
      this.firstDay[i] = t;
    }
  }

  /** Make `day` the current row. @throws AppError BAD_INPUT outside the panel */
  load(day: number): void {
    const { panel } = this;
    const date = panel.dates[day];
    if (date === undefined) throw new AppError('BAD_INPUT', `Day ${day} is outside market ${panel.meta.name} (${panel.dates.length} days).`);
    const { precloseFen, impactBase } = this.days.at(day);
    this.precloseFen = precloseFen;
    this.impactBase = impactBase;
    this.day = day;
    this.date = date;
    if (date >= this.rulesUntil || date < this.rulesFrom) this.lookUpRules(date);
  }

  /** Volume-weighted price of the day in fen (amount / volume), held inside low…high where the volume of the file is wrong. */
  vwapFen(i: number): number {
    const at = this.day * this.count + i;
    const { amount, volume, low, high } = this.panel.fields;
    const raw = amount[at]! / volume[at]!;
    return Math.round(Math.min(Math.max(raw, low[at]!), high[at]!) * 100);
  }

  /** Limit-up (side 1) or limit-down (side −1) of a day before `ordinaryFrom`, in fen; NaN when the day has none. */
  earlyLimitFen(i: number, side: 1 | -1): number {
    const st = (this.panel.flags[this.day * this.count + i]! & FLAG.ST) !== 0;
    const limits = limitsUnder(this.rules[i]!, this.precloseFen[i]!, { st, sessionsSinceListing: this.day - this.firstDay[i]! + 1 });
    return limits === null ? Number.NaN : side === 1 ? limits.upFen : limits.downFen;
  }

  /** Largest legal order of at most `shares`: the minimum, then steps; 0 below the minimum (as floorToLot of the board rules). */
  floorToLot(i: number, shares: number): number {
    const least = this.minShares[i]!;
    const step = this.stepShares[i]!;
    return shares < least ? 0 : least + Math.floor((shares - least) / step) * step;
  }

  /** Smallest change of an order above the minimum. */
  lotStep(i: number): number {
    return this.stepShares[i]!;
  }

  private lookUpRules(date: string): void {
    for (let i = 0; i < this.count; i++) {
      const rule = boardRule(this.panel.symbols[i]!, this.ruleDate(i, date), this.table);
      const first = this.firstDay[i]!;
      this.rules[i] = rule;
      this.settlement[i] = rule.settlementSessions;
      this.minShares[i] = rule.minShares;
      this.stepShares[i] = rule.stepShares;
      this.limitPct[i] = rule.limitPct ?? Number.NaN;
      this.stLimitPct[i] = rule.stLimitPct ?? Number.NaN;
      this.ordinaryFrom[i] = first === 0 ? 0 : first + Math.max(rule.freeSessions, 1);
    }
    this.rulesFrom = '';
    this.rulesUntil = '9999-12-31';
    for (const { from } of this.table) {
      if (from > date && from < this.rulesUntil) this.rulesUntil = from;
      if (from <= date && from > this.rulesFrom) this.rulesFrom = from;
    }
  }

  /** A name that lists later has no rule yet (STAR before 2019-07-22); its first day's rule is never used before. */
  private ruleDate(i: number, date: string): string {
    const listed = this.panel.dates[this.firstDay[i]!] ?? this.panel.dates.at(-1)!;
    return listed > date ? listed : date;
  }
}
