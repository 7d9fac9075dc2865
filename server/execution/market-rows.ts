import { AppError } from '@/server/contracts/errors';
import { type BoardRules, rulesOf } from '@/server/market/board-rules';
import { CELL, type Panel } from '@/server/market/panel';
import { type MarketDay, type MarketDays, marketDaysOf } from './market-day';
import { wholeLots } from './money';
import { type ExecutionConfig, REASON } from './types';

/** The current day of one run over a market. Reads no bar later than its day, allocates nothing per cell. */
export class MarketRows {
  readonly panel: Panel;
  readonly count: number;
  /** −1 before the first `load`. */
  day = -1;
  date = '';
  private readonly days: MarketDays;
  private loaded: MarketDay | null = null;
  private readonly vwap: Int32Array;
  private vwapDay = -1;

  constructor(panel: Panel, table: BoardRules = rulesOf(panel.meta)) {
    this.panel = panel;
    this.count = panel.symbols.length;
    this.days = marketDaysOf(panel, table);
    this.vwap = new Int32Array(this.count);
  }

  /** Make `day` the current row. @throws AppError BAD_INPUT outside the panel */
  load(day: number): void {
    const { panel } = this;
    const date = panel.dates[day];
    if (date === undefined) throw new AppError('BAD_INPUT', `Day ${day} is outside market ${panel.meta.name} (${panel.dates.length} days).`);
    this.day = day;
    this.date = date;
    this.loaded = this.days.at(day);
  }

  /** Columns of the loaded day. @throws AppError INTERNAL before the first `load` */
  get today(): MarketDay {
    if (this.loaded === null) throw new AppError('INTERNAL', 'No day of the market is loaded.');
    return this.loaded;
  }

  /** Open, close or VWAP of the day per symbol in fen before spread and impact; 0 where there is none. */
  fillPrices(fillAt: ExecutionConfig['fillAt']): Int32Array {
    if (fillAt === 'open') return this.today.openFen;
    if (fillAt === 'close') return this.today.closeFen;
    if (this.vwapDay !== this.day) {
      for (let i = 0; i < this.count; i++) this.vwap[i] = this.vwapFen(i);
      this.vwapDay = this.day;
    }
    return this.vwap;
  }

  /** The price an order of the day refers to, null where the name did not trade or has no price. */
  tradedPrice(fillAt: ExecutionConfig['fillAt'], i: number): number | null {
    const price = this.fillPrices(fillAt)[i]!;
    return price > 0 && this.today.volume[i]! > 0 ? price : null;
  }

  whyNoPrice(i: number): number {
    return this.panel.status[this.day * this.count + i] === CELL.TRADED ? REASON.NO_PRICE : REASON.SUSPENDED;
  }

  /** Amount / volume in fen, held inside low…high where the volume of the file is wrong; 0 where the name did not trade. */
  private vwapFen(i: number): number {
    const at = this.day * this.count + i;
    const { amount, volume, low, high } = this.panel.fields;
    if (this.panel.status[at] !== CELL.TRADED) return 0;
    const fen = Math.round(Math.min(Math.max(amount[at]! / volume[at]!, low[at]!), high[at]!) * 100);
    return fen > 0 ? fen : 0;
  }

  /** Largest legal order of at most `shares` of a symbol. */
  floorToLot(i: number, shares: number): number {
    const { minShares, stepShares } = this.today.board;
    return wholeLots(shares, minShares[i]!, stepShares[i]!);
  }

  /** Smallest change of an order above the minimum. */
  lotStep(i: number): number {
    return this.today.board.stepShares[i]!;
  }
}
