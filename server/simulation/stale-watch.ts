import { STALE_SESSIONS } from '@/server/contracts/unpriced-holding';
import type { Ledger } from '@/server/execution/types';
import { CELL, FLAG, type Panel } from '@/server/market/panel';
import type { Simulator } from './simulator';
import type { FinalUnpriced, StaleReport } from './types';
import { unpricedHoldings, weightOf } from './unpriced-holdings';

const byPanel = new WeakMap<Panel, readonly (readonly number[])[]>();

/** Watches a run for stale holdings: on a day it looks only at the few names of the market that are stale on it. */
export class StaleWatch {
  private readonly stale: readonly (readonly number[])[];
  private worstShare = 0;
  private worstDay = -1;

  constructor(panel: Panel) {
    const known = byPanel.get(panel) ?? staleByDay(panel);
    byPanel.set(panel, known);
    this.stale = known;
  }

  /** After the day was valued. */
  add(day: number, { shares, priceFen }: Ledger, equityFen: number): void {
    const names = this.stale[day]!;
    if (names.length === 0) return;
    let staleFen = 0;
    for (const i of names) staleFen += shares[i]! * priceFen[i]!;
    if (staleFen <= this.worstShare * equityFen) return;
    this.worstShare = staleFen / equityFen;
    this.worstDay = day;
  }

  /** After the run; only here is the rest of the market looked at. */
  report({ panel, day, equityFen }: Simulator, ledger: Parameters<typeof unpricedHoldings>[2]): StaleReport {
    const unpriced = unpricedHoldings(panel, day, ledger, equityFen).map((h): FinalUnpriced => ({ ...h, ended: endsBefore(panel, day, panel.symbols.indexOf(h.symbol)) }));
    return { sessions: STALE_SESSIONS, worstShare: this.worstShare, worstDate: panel.dates[this.worstDay] ?? null, finalShare: weightOf(unpriced.filter(isDoubtful)), unpriced };
  }
}

/** Stale, or never to be priced again: what a reader of the final equity has to know. */
export const isDoubtful = (h: FinalUnpriced): boolean => h.ended || h.sessions >= STALE_SESSIONS;

/** Per day the names whose last price is at least STALE_SESSIONS old; names that never had one are not held. */
function staleByDay({ dates, symbols, status }: Panel): number[][] {
  const n = symbols.length;
  const age = new Int32Array(n).fill(-1);
  return dates.map((_, t) => {
    const names: number[] = [];
    for (let i = 0, at = t * n; i < n; i++, at++) {
      if (status[at] === CELL.TRADED) age[i] = 0;
      else if (age[i]! >= 0 && ++age[i]! >= STALE_SESSIONS) names.push(i);
    }
    return names;
  });
}

/** Has the name no row on the last day of the market, and no trade after `day`? Markets imported before NO_ROW was flagged have UNLISTED there. */
function endsBefore({ dates, symbols, status, flags }: Panel, day: number, i: number): boolean {
  const n = symbols.length;
  const last = (dates.length - 1) * n + i;
  if (i < 0 || (status[last] !== CELL.UNLISTED && (flags[last]! & FLAG.NO_ROW) === 0)) return false;
  for (let t = day + 1; t < dates.length; t++) if (status[t * n + i] === CELL.TRADED) return false;
  return true;
}
