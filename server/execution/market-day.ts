import type { Panel } from '@/server/market/panel';
import { TrailingStats } from './trailing-stats';

/** What every run derives from a day of a market. Read only: runs share it. */
export interface MarketDay {
  /** Previous close adjusted for corporate actions, integer fen; NaN where the day has no row. */
  readonly precloseFen: Float64Array;
  /** σ²/ADV of the sessions before the day: √(this · shares) is σ·√(shares/ADV). 0 when nothing was traded. */
  readonly impactBase: Float64Array;
}

const byPanel = new WeakMap<Panel, MarketDays>();

/**
 * The days of a panel, each derived once, when first asked for, and kept as long as the panel: both versions of a proposal, every
 * level of friction and every candidate of a search walk the same days. A day depends on the panel alone, not on who asked first.
 */
export function marketDaysOf(panel: Panel): MarketDays {
  const known = byPanel.get(panel);
  if (known) return known;
  const made = new MarketDays(panel);
  byPanel.set(panel, made);
  return made;
}

export class MarketDays {
  private readonly panel: Panel;
  private readonly stats: TrailingStats;
  private readonly days: (MarketDay | undefined)[];

  constructor(panel: Panel) {
    this.panel = panel;
    this.stats = new TrailingStats(panel);
    this.days = new Array(panel.dates.length).fill(undefined);
  }

  at(day: number): MarketDay {
    return (this.days[day] ??= this.derive(day));
  }

  private derive(day: number): MarketDay {
    const n = this.panel.symbols.length;
    const { preclose } = this.panel.fields;
    const precloseFen = new Float64Array(n);
    const impactBase = new Float64Array(n);
    this.stats.moveTo(day);
    for (let i = 0; i < n; i++) {
      // Prices are positive: floor(x + ½) is Math.round without its slow path.
      precloseFen[i] = Math.floor(preclose[day * n + i]! * 100 + 0.5);
      impactBase[i] = this.stats.impactBase(i);
    }
    return { precloseFen, impactBase };
  }
}
