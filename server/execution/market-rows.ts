import { AppError } from '@/server/contracts/errors';
import { type BoardRules, rulesFor } from '@/server/market/board-rules';
import type { Panel } from '@/server/market/panel';
import { type MarketDay, type MarketDays, marketDaysOf } from './market-day';

const NO_DAY = new Float64Array(0);

/** The current day of one run over a market. Reads no bar later than its day, allocates nothing per cell. */
export class MarketRows {
  readonly panel: Panel;
  readonly count: number;
  /** −1 before the first `load`. */
  day = -1;
  date = '';
  /** Columns of the loaded day, see MarketDay. */
  precloseFen: Float64Array = NO_DAY;
  openFen: Float64Array = NO_DAY;
  closeFen: Float64Array = NO_DAY;
  upFen: Float64Array = NO_DAY;
  downFen: Float64Array = NO_DAY;
  impactBase: Float64Array = NO_DAY;
  settlement: Float64Array = NO_DAY;
  minShares: Float64Array = NO_DAY;
  stepShares: Float64Array = NO_DAY;
  private readonly days: MarketDays;

  constructor(panel: Panel, table: BoardRules = rulesFor(panel.meta.board)) {
    this.panel = panel;
    this.count = panel.symbols.length;
    this.days = marketDaysOf(panel, table);
  }

  /** Make `day` the current row. @throws AppError BAD_INPUT outside the panel */
  load(day: number): void {
    const { panel } = this;
    const date = panel.dates[day];
    if (date === undefined) throw new AppError('BAD_INPUT', `Day ${day} is outside market ${panel.meta.name} (${panel.dates.length} days).`);
    this.day = day;
    this.date = date;
    this.show(this.days.at(day));
  }

  private show({ precloseFen, openFen, closeFen, upFen, downFen, impactBase, board }: MarketDay): void {
    this.precloseFen = precloseFen;
    this.openFen = openFen;
    this.closeFen = closeFen;
    this.upFen = upFen;
    this.downFen = downFen;
    this.impactBase = impactBase;
    this.settlement = board.settlement;
    this.minShares = board.minShares;
    this.stepShares = board.stepShares;
  }

  /** Volume-weighted price of the day in fen (amount / volume), held inside low…high where the volume of the file is wrong. */
  vwapFen(i: number): number {
    const at = this.day * this.count + i;
    const { amount, volume, low, high } = this.panel.fields;
    const raw = amount[at]! / volume[at]!;
    return Math.round(Math.min(Math.max(raw, low[at]!), high[at]!) * 100);
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
}
