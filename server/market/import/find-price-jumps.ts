import { fromDayNumber } from '@/server/contracts/calendar-date';
import { type BoardRule, type BoardRules, boardRuleTimeline, limitsUnder } from '../board-rules';
import type { Finding } from '../import-ledger';
import type { ResolvedSeries } from './resolve-series';

/** Conventional share multiplications: A-share bonus and transfer issues (10 for 2 … 10 for 30), US splits and reverse splits. */
const A_SHARE_RATIOS = [1.2, 1.3, 1.4, 1.45, 1.48, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 3, 4];
const US_RATIOS = [1.5, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 50, 100];
const RATIO_SLACK = 0.04;
/** In a real crash the money turned over explodes; on a split day it does not. */
const PANIC = 3;
const US_MOVE = 0.2;
/** A suspension of this many sessions may end in a relisting without limit. */
const LONG_SUSPENSION = 60;

/** Days whose low is the limit-up price (nobody could buy below it) and whose high is the limit-down price, risk-warned names apart. */
export interface LockedDays {
  up: number;
  down: number;
  stUp: number;
  stDown: number;
}

/** Value traded on row k against the median of the 20 rows before. */
function valueAgainstMedian(s: ResolvedSeries, k: number): number {
  const value = (r: number): number => (s.amount[r]! > 0 ? s.amount[r]! : s.volume[r]! * s.close[r]!);
  const before: number[] = [];
  for (let r = Math.max(0, k - 20); r < k; r++) if (value(r) > 0) before.push(value(r));
  before.sort((a, b) => a - b);
  return before.length === 0 ? Number.NaN : value(k) / before[before.length >> 1]!;
}

function nearestRatio(ratios: readonly number[], implied: number): number | null {
  let best: number | null = null;
  for (const c of ratios) if (Math.abs(implied / c - 1) < RATIO_SLACK && (best === null || Math.abs(implied / c - 1) < Math.abs(implied / best - 1))) best = c;
  return best;
}

/**
 * A-share prices beyond the legal band. With a given preclose that is a plain fact; where the preclose had to be derived from the
 * last close, an opening below the band with the whole day inside the band around close / ratio is an unadjusted split.
 * `seasoned`: a series that starts on the market's first day was listed before. `locked` counts days without a price inside the band.
 */
export function findBeyondLimit(s: ResolvedSeries, dates: readonly string[], seasoned: boolean, rules: BoardRules, locked: LockedDays): Finding[] {
  const timeline = boardRuleTimeline(s.symbol, dates, rules);
  const found: Finding[] = [];
  let sessions = seasoned ? 100_000 : 0;
  let idle = 0;
  let listedUnder: BoardRule | undefined;
  for (let k = 0; k < s.days.length; k++) {
    if (!s.traded[k]) {
      idle++;
      continue;
    }
    sessions++;
    const suspendedBefore = idle;
    idle = 0;
    const rule = timeline[k];
    const pre = s.preclose[k]!;
    if (!rule || !(pre > 0)) continue;
    listedUnder ??= rule;
    const st = s.isst?.[k] === 1;
    const limits = limitsUnder(rule, Math.round(pre * 100), { st, sessionsSinceListing: sessions, listedUnder });
    if (!limits) continue;
    const up = limits.upFen / 100;
    const down = limits.downFen / 100;
    const [open, high, low, close] = [s.open[k]!, s.high[k]!, s.low[k]!, s.close[k]!];
    if (Math.abs(low - up) < 1e-6) locked[st ? 'stUp' : 'up']++;
    if (Math.abs(high - down) < 1e-6) locked[st ? 'stDown' : 'down']++;
    if (!(high > up + 1e-6 || low < down - 1e-6)) continue;
    const date = dates[k]!;
    const evidence = { preclose: pre, open, high, low, close, limit_up: up, limit_down: down, move: close / pre - 1, suspended_sessions_before: suspendedBefore };
    if (!s.precloseGiven && open < down - 1e-6) {
      const implied = pre / open;
      const ratio = nearestRatio(A_SHARE_RATIOS, implied);
      const proof = { ...evidence, implied_ratio: implied, ratio, value_against_median20: finiteOrNull(valueAgainstMedian(s, k)) };
      found.push(
        ratio !== null && implied > 1.17
          ? { kind: 'split-suspect', symbol: s.symbol, date, detail: `Opens ${percent(open / pre - 1)} below the last close, outside the legal band, and near 1/${ratio} of it: an unadjusted split or bonus issue of 1 to ${ratio}. ${confirmation(s.symbol, date, ratio)}`, evidence: proof }
          : { kind: 'ex-day-suspect', symbol: s.symbol, date, detail: `Opens ${percent(open / pre - 1)} below the last close, outside the legal band: an unadjusted ex-day (dividend or small bonus issue).`, evidence: proof },
      );
      continue;
    }
    found.push({ kind: 'beyond-limit', symbol: s.symbol, date, detail: `Trades outside the legal band ${down}..${up} (close ${percent(close / pre - 1)}).`, evidence });
    if (suspendedBefore >= LONG_SUSPENSION) {
      found.push({ kind: 'relisted', symbol: s.symbol, date, detail: `First session after ${suspendedBefore} suspended ones, ${percent(close / pre - 1)} in a day: a relisting without limit.`, evidence });
    }
  }
  return found;
}

/** What to write where, for a person who knows that it was one. */
const confirmation = (symbol: string, date: string, ratio: number): string => `If it was one, say so in the mapping, with the ratio that was announced: ${JSON.stringify({ splits: [{ symbol, date, ratio: Number(ratio.toPrecision(6)) }] })}.`;

/** Days of ±20 % in a market without limits: a split suspect when the ratio is conventional and the money turned over is not that of a panic, else a true move. */
export function findLargeMoves(s: ResolvedSeries): Finding[] {
  const found: Finding[] = [];
  for (let k = 1; k < s.days.length; k++) {
    const pre = s.preclose[k]!;
    const move = s.close[k]! / pre - 1;
    if (!s.traded[k] || !(Math.abs(move) >= US_MOVE)) continue;
    const implied = pre / s.open[k]!;
    const ratio = implied > 1 ? nearestRatio(US_RATIOS, implied) : nearestRatio(US_RATIOS, 1 / implied);
    const value = valueAgainstMedian(s, k);
    const suspect = ratio !== null && !(value > PANIC) && s.exDay[k] === 0;
    const evidence = { previous_close: pre, open: s.open[k]!, close: s.close[k]!, move, implied_ratio: implied, ratio, value_against_median20: finiteOrNull(value) };
    found.push(
      suspect
        ? { kind: 'split-suspect', symbol: s.symbol, date: fromDayNumber(s.days[k]!), detail: `Opens at 1/${implied.toPrecision(3)} of the last close with ordinary turnover: an unadjusted ${implied > 1 ? 'split' : 'reverse split'} near ${ratio}. ${confirmation(s.symbol, fromDayNumber(s.days[k]!), implied > 1 ? ratio : 1 / ratio)}`, evidence }
        : { kind: 'true-move', symbol: s.symbol, date: fromDayNumber(s.days[k]!), detail: `${percent(move)} in a day${value > PANIC ? ` on ${value.toPrecision(2)} times the usual turnover` : ''}: no split, kept as it is.`, evidence },
    );
  }
  return found;
}

const finiteOrNull = (x: number): number | null => (Number.isFinite(x) ? x : null);
const percent = (x: number): string => `${x < 0 ? '−' : '+'}${Math.abs(x * 100).toFixed(1)} %`;
