import { AppError } from '@/server/contracts/errors';
import { type BoardRules, limitFen, limitsUnder } from '@/server/market/board-rules';
import { CELL, FLAG, type Panel } from '@/server/market/panel';
import { type BoardColumns, boardColumnsOn, listingDays } from './board-columns';
import { TrailingStats } from './trailing-stats';

/** What every run derives from a day of a market: whole fen per symbol, read only because runs share it. 0 where there is no price. */
export interface MarketDay {
  /** Previous close adjusted for corporate actions; 0 where the day has no row. */
  readonly precloseFen: Int32Array;
  /** 0 where the name did not trade. */
  readonly openFen: Int32Array;
  readonly closeFen: Int32Array;
  /** Limit-up and limit-down; NO_LIMIT_UP and 0 where the day has none. */
  readonly upFen: Int32Array;
  readonly downFen: Int32Array;
  /** σ²/ADV of the sessions before the day: √(this · shares) is σ·√(shares/ADV). 0 when nothing was traded. */
  readonly impactBase: Float64Array;
  /** Shares traded; a view of the panel. */
  readonly volume: Float64Array;
  readonly board: BoardColumns;
}

/** Above every price: columns of prices are int32, half the memory traffic of a run. */
const NO_LIMIT_UP = 0x7fffffff;
const PRICE_COLUMNS = 5;
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
  private prices = new Int32Array(0);
  private impacts = new Float64Array(0);
  /** Days that the current blocks have room for. */
  private room = 0;

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
    const { precloseFen, openFen, closeFen, upFen, downFen, impactBase } = this.columns();
    const { limitPct, stLimitPct, ordinaryFrom } = board;
    const { status, flags } = panel;
    this.stats.moveTo(day);
    for (let i = 0; i < n; i++) {
      const traded = status[at + i] === CELL.TRADED;
      const isSt = (flags[at + i]! & FLAG.ST) !== 0;
      // Prices are positive: floor(x + ½) is Math.round without its slow path. NaN becomes 0 in the column.
      const pre = Math.floor(preclose[at + i]! * 100 + 0.5);
      const opened = traded ? Math.floor(open[at + i]! * 100 + 0.5) : 0;
      const closed = traded ? Math.floor(close[at + i]! * 100 + 0.5) : 0;
      if (pre >= NO_LIMIT_UP || opened >= NO_LIMIT_UP || closed >= NO_LIMIT_UP) throw tooDear(panel, day, i, Math.max(pre, opened, closed));
      const percent = isSt ? stLimitPct[i]! : limitPct[i]!;
      precloseFen[i] = pre;
      openFen[i] = opened;
      closeFen[i] = closed;
      upFen[i] = limitUp(limitFen(pre, percent));
      downFen[i] = limitFen(pre, -percent);
      impactBase[i] = this.stats.impactBase(i);
      if (day >= ordinaryFrom[i]!) continue;
      const limits = limitsUnder(board.rules[i]!, pre, { st: isSt, sessionsSinceListing: day - this.listed[i]! + 1 });
      upFen[i] = limitUp(limits?.upFen ?? Number.NaN);
      downFen[i] = limits?.downFen ?? 0;
    }
    return { precloseFen, openFen, closeFen, upFen, downFen, impactBase, volume: panel.fields.volume.subarray(at, at + n), board };
  }

  /** Fresh columns over the symbols, those of a day side by side. */
  private columns(): Omit<MarketDay, 'board' | 'volume'> {
    const n = this.panel.symbols.length;
    if (this.room === 0) {
      this.prices = new Int32Array(BLOCK_DAYS * PRICE_COLUMNS * n);
      this.impacts = new Float64Array(BLOCK_DAYS * n);
      this.room = BLOCK_DAYS;
    }
    const used = BLOCK_DAYS - this.room--;
    const price = (column: number) => this.prices.subarray((used * PRICE_COLUMNS + column) * n, (used * PRICE_COLUMNS + column + 1) * n);
    return { precloseFen: price(0), openFen: price(1), closeFen: price(2), upFen: price(3), downFen: price(4), impactBase: this.impacts.subarray(used * n, (used + 1) * n) };
  }

  private boardOn(date: string): BoardColumns {
    const known = this.boards.find((board) => board.from <= date && date < board.until);
    if (known) return known;
    const made = boardColumnsOn(this.panel, this.table, this.listed, date);
    this.boards.push(made);
    return made;
  }
}

/** A limit as it stands in the column; NaN and what is above every price are none. */
function limitUp(fen: number): number {
  return fen < NO_LIMIT_UP ? fen : NO_LIMIT_UP;
}

function tooDear(panel: Panel, day: number, i: number, fen: number): AppError {
  return new AppError('BAD_INPUT', `${panel.symbols[i]} costs ${(fen / 100).toFixed(2)} on ${panel.dates[day]}; the simulation works with prices below ${((NO_LIMIT_UP - 1) / 100).toFixed(2)}. Import the name in larger units or leave it out.`);
}
