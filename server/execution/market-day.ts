import { type BoardRules, limitFen, limitsUnder } from '@/server/market/board-rules';
import { CELL, FLAG, type Panel } from '@/server/market/panel';
import { type BoardColumns, boardColumnsOn, listingDays } from './board-columns';
import { TrailingStats } from './trailing-stats';

/** What every run derives from a day of a market: integer fen per symbol, read only because runs share it. */
export interface MarketDay {
  /** Previous close adjusted for corporate actions; NaN where the day has no row. */
  readonly precloseFen: Float64Array;
  /** NaN where the name did not trade. */
  readonly openFen: Float64Array;
  readonly closeFen: Float64Array;
  /** Limit-up and limit-down; NaN where the day has none. */
  readonly upFen: Float64Array;
  readonly downFen: Float64Array;
  /** σ²/ADV of the sessions before the day: √(this · shares) is σ·√(shares/ADV). 0 when nothing was traded. */
  readonly impactBase: Float64Array;
  readonly board: BoardColumns;
}

const COLUMNS = 6;
/** Days whose columns share one block of memory: thousands of small arrays would cost more than what is in them. */
const BLOCK_DAYS = 32;

const byPanel = new WeakMap<Panel, Map<BoardRules, MarketDays>>();

/**
 * The days of a panel under a rule table, each derived once, when first asked for, and kept as long as the panel: both versions of a
 * proposal, every level of friction and every candidate of a search walk the same days. A day depends on its panel alone.
 */
export function marketDaysOf(panel: Panel, table: BoardRules): MarketDays {
  const tables = byPanel.get(panel) ?? new Map<BoardRules, MarketDays>();
  byPanel.set(panel, tables);
  const days = tables.get(table) ?? new MarketDays(panel, table);
  tables.set(table, days);
  return days;
}

export class MarketDays {
  private readonly panel: Panel;
  private readonly table: BoardRules;
  private readonly listed: Int32Array;
  private readonly stats: TrailingStats;
  private readonly days: (MarketDay | undefined)[];
  private readonly boards: BoardColumns[] = [];
  private block = new Float64Array(0);
  private used = 0;

  constructor(panel: Panel, table: BoardRules) {
    this.panel = panel;
    this.table = table;
    this.listed = listingDays(panel);
    this.stats = new TrailingStats(panel);
    this.days = new Array<MarketDay | undefined>(panel.dates.length).fill(undefined);
  }

  at(day: number): MarketDay {
    const known = this.days[day];
    if (known !== undefined) return known;
    const made = this.derive(day);
    this.days[day] = made;
    return made;
  }

  private derive(day: number): MarketDay {
    const { panel } = this;
    const n = panel.symbols.length;
    const at = day * n;
    const { preclose, open, close } = panel.fields;
    const board = this.boardOn(panel.dates[day]!);
    const [precloseFen, openFen, closeFen, upFen, downFen, impactBase] = [this.column(), this.column(), this.column(), this.column(), this.column(), this.column()];
    const { limitPct, stLimitPct, ordinaryFrom } = board;
    const { status, flags } = panel;
    this.stats.moveTo(day);
    for (let i = 0; i < n; i++) {
      const traded = status[at + i] === CELL.TRADED;
      const isSt = (flags[at + i]! & FLAG.ST) !== 0;
      // Prices are positive: floor(x + ½) is Math.round without its slow path.
      const pre = Math.floor(preclose[at + i]! * 100 + 0.5);
      const percent = isSt ? stLimitPct[i]! : limitPct[i]!;
      precloseFen[i] = pre;
      openFen[i] = traded ? Math.floor(open[at + i]! * 100 + 0.5) : Number.NaN;
      closeFen[i] = traded ? Math.floor(close[at + i]! * 100 + 0.5) : Number.NaN;
      upFen[i] = limitFen(pre, percent);
      downFen[i] = limitFen(pre, -percent);
      impactBase[i] = this.stats.impactBase(i);
      if (day >= ordinaryFrom[i]!) continue;
      const limits = limitsUnder(board.rules[i]!, pre, { st: isSt, sessionsSinceListing: day - this.listed[i]! + 1 });
      upFen[i] = limits?.upFen ?? Number.NaN;
      downFen[i] = limits?.downFen ?? Number.NaN;
    }
    return { precloseFen, openFen, closeFen, upFen, downFen, impactBase, board };
  }

  /** A fresh column over the symbols, cut from the current block. */
  private column(): Float64Array {
    const n = this.panel.symbols.length;
    if (this.used + n > this.block.length) {
      this.block = new Float64Array(BLOCK_DAYS * COLUMNS * n);
      this.used = 0;
    }
    const from = this.used;
    this.used += n;
    return this.block.subarray(from, this.used);
  }

  private boardOn(date: string): BoardColumns {
    const known = this.boards.find((board) => board.from <= date && date < board.until);
    if (known) return known;
    const made = boardColumnsOn(this.panel, this.table, this.listed, date);
    this.boards.push(made);
    return made;
  }
}
