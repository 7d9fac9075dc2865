import { AppError } from '@/server/contracts/errors';
import { type BoardRules, rulesOf } from '@/server/market/board-rules';
import { CELL, type Panel } from '@/server/market/panel';
import { type MarketDay, type MarketDays, marketDaysOf } from './market-day';
import { wholeLots } from './money';
import { type ExecutionConfig, REASON } from './types';

const NO_DAY = new Float64Array(0);
const NO_PRICES = new Int32Array(0);

/** The current day of one run over a market. Reads no bar later than its day, allocates nothing per cell. */
export class MarketRows {
  readonly panel: Panel;
  readonly count: number;
  /** −1 before the first `load`. */
  day = -1;
  date = '';
  /** Columns of the loaded day, see MarketDay. */
  precloseFen: Int32Array = NO_PRICES;
  openFen: Int32Array = NO_PRICES;
  closeFen: Int32Array = NO_PRICES;
  upFen: Int32Array = NO_PRICES;
  downFen: Int32Array = NO_PRICES;
  impactBase: Float64Array = NO_DAY;
  /** 1 where bought shares settle after the session (T+1), else 0. */
  settlesLater: Float64Array = NO_DAY;
  minShares: Float64Array = NO_DAY;
  stepShares: Float64Array = NO_DAY;
  private readonly days: MarketDays;
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
    this.show(this.days.at(day));
  }

  private show({ precloseFen, openFen, closeFen, upFen, downFen, impactBase, board }: MarketDay): void {
    this.precloseFen = precloseFen;
    this.openFen = openFen;
    this.closeFen = closeFen;
    this.upFen = upFen;
    this.downFen = downFen;
    this.impactBase = impactBase;
    this.settlesLater = board.settlesLater;
    this.minShares = board.minShares;
    this.stepShares = board.stepShares;
  }

  /** Shares traded: the whole panel, and where the loaded day starts in it. */
  get volume(): Float64Array {
    return this.panel.fields.volume;
  }

  get volumeAt(): number {
    return this.day * this.count;
  }

  /** Open, close or VWAP of the day per symbol in fen before spread and impact; 0 where there is none. */
  fillPrices(fillAt: ExecutionConfig['fillAt']): Int32Array {
    if (fillAt === 'open') return this.openFen;
    if (fillAt === 'close') return this.closeFen;
    if (this.vwapDay !== this.day) {
      for (let i = 0; i < this.count; i++) this.vwap[i] = this.vwapFen(i);
      this.vwapDay = this.day;
    }
    return this.vwap;
  }

  /** The price an order of the day refers to, null where the name did not trade or has no price. */
  tradedPrice(fillAt: ExecutionConfig['fillAt'], i: number): number | null {
    const price = this.fillPrices(fillAt)[i]!;
    return price > 0 && this.volume[this.volumeAt + i]! > 0 ? price : null;
  }

  whyNoPrice(i: number): number {
    return this.panel.status[this.volumeAt + i] === CELL.TRADED ? REASON.NO_PRICE : REASON.SUSPENDED;
  }

  /** Amount / volume in fen, held inside low…high where the volume of the file is wrong; 0 where the name did not trade. */
  private vwapFen(i: number): number {
    const at = this.volumeAt + i;
    const { amount, volume, low, high } = this.panel.fields;
    if (this.panel.status[at] !== CELL.TRADED) return 0;
    const fen = Math.round(Math.min(Math.max(amount[at]! / volume[at]!, low[at]!), high[at]!) * 100);
    return fen > 0 ? fen : 0;
  }

  /** Largest legal order of at most `shares` of a symbol. */
  floorToLot(i: number, shares: number): number {
    return wholeLots(shares, this.minShares[i]!, this.stepShares[i]!);
  }

  /** Smallest change of an order above the minimum. */
  lotStep(i: number): number {
    return this.stepShares[i]!;
  }
}
