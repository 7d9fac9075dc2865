import { fromDayNumber } from '@/server/contracts/calendar-date';
import { type BoardRules, segmentOf } from '../board-rules';
import type { Finding } from '../import-ledger';
import type { LockedDays } from './find-price-jumps';
import type { ResolvedSeries } from './resolve-series';

/**
 * What a market holds that is no fault and yet changes every result: how suspensions are written, ex-days, listings inside the span,
 * risk-warned spells, days on which nobody could buy or sell, and price limits that changed. One finding each, with its count.
 */
export function findMarketFacts(shares: readonly ResolvedSeries[], days: Int32Array, board: { readonly rules: BoardRules; readonly locked: LockedDays } | null): Finding[] {
  const found: Finding[] = [];
  const add = (kind: Finding['kind'], date: number | string | null, detail: string, evidence: Finding['evidence']): void => {
    found.push({ kind, symbol: '*', date: typeof date === 'number' ? fromDayNumber(date) : date, detail, evidence });
  };
  const first = days[0]!;
  const last = days[days.length - 1]!;
  const idle = { blank: 0, zero: 0 };
  let exDays = 0;
  let stDays = 0;
  let spells = 0;
  for (const s of shares) {
    for (let k = 0; k < s.days.length; k++) {
      if (s.traded[k] === 0 && s.hasVolume) idle[s.volume[k]! >= 0 ? 'zero' : 'blank']++;
      exDays += s.exDay[k]!;
      if (s.isst?.[k] !== 1) continue;
      stDays++;
      if (k === 0 || s.isst[k - 1] !== 1) spells++;
    }
  }
  if (idle.blank > 0 && idle.zero > 0) add('suspension-encodings', null, `Suspended days are written in two ways: ${idle.blank} with a blank volume, ${idle.zero} with volume 0. Both are taken as suspended.`, idle);
  if (exDays > 0) add('ex-days', null, `${exDays} ex-days, on which the preclose is not the close before: returns use the preclose, holdings get the dividend or the shares once.`, { rows: exDays });
  const late = shares.filter((s) => s.days[0]! > first);
  if (late.length > 0) add('listed-inside', Math.min(...late.map((s) => s.days[0]!)), `${late.length} of ${shares.length} symbols begin inside the span: new listings. No window reaches back before their first day.`, { symbols: late.length, of: shares.length });
  if (!board) return found;
  if (stDays > 0) add('st-spells', null, `${stDays} days in ${spells} risk-warned (ST) spells, with the price limit of their board for them.`, { rows: stDays, spells });
  const { up, down, stUp, stDown } = board.locked;
  if (up + down + stUp + stDown > 0) {
    add('locked-at-limit', null, `${up} days have their low at limit-up, where nobody could buy, and ${down} their high at limit-down, where nobody could sell; of risk-warned names ${stUp} and ${stDown} more.`, { low_at_limit_up: up, high_at_limit_down: down, st_low_at_limit_up: stUp, st_high_at_limit_down: stDown });
  }
  for (const change of limitChanges(shares, board.rules, fromDayNumber(first), fromDayNumber(last))) {
    add('limit-changed', change.date, `The price limit of ${change.segment} went from ${change.before} % to ${change.after} % on this day, for ${change.symbols} symbol(s) here.`, { before: change.before, after: change.after, symbols: change.symbols });
  }
  return found;
}

function limitChanges(shares: readonly ResolvedSeries[], rules: BoardRules, from: string, to: string): { segment: string; date: string; before: number | null; after: number | null; symbols: number }[] {
  const segments = shares.map((s) => segmentOf(s.symbol));
  return [...new Set(segments)].flatMap((segment) => {
    const rows = rules.filter((rule) => rule.segment === segment).sort((a, b) => (a.from < b.from ? -1 : 1));
    return rows.slice(1).flatMap((rule, k) => (rule.limitPct !== rows[k]!.limitPct && rule.from > from && rule.from <= to ? [{ segment, date: rule.from, before: rows[k]!.limitPct, after: rule.limitPct, symbols: segments.filter((s) => s === segment).length }] : []));
  });
}
