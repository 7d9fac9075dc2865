import { readBookConfig } from '@/server/books/book-config';
import { mean, sum } from '../friction-of';
import { alertRef, dayRef } from '../incident-rows';
import { ORDINARY_WEIGHT } from './explain-loss';
import { tOfDifference, tOfMean } from './fit-market';
import { belowHalt, clamp01, explains, MIN_SHARE, pct, type Rule } from './suspect';

/** One-sided 5 %: a worse month would come by chance once in twenty. */
const SIGNIFICANT_T = -1.65;
/** A difference that nine explanations tried would not bring by chance: 5 % ÷ 9 (Bonferroni). */
const DIFFERENCE_T = 2.54;
/** A fall of the benchmark in a month that is no ordinary month: about one standard deviation at 1.1 % a day. */
const MARKET_FALL = -0.05;

/** A few names carry the book. */
export const concentration: Rule = ({ weights, days, book }, parts) => {
  const last = days.at(-1);
  if (!last) return null;
  const top = weights[0];
  const herfindahl = sum(weights.map((w) => w.weight ** 2)) / Math.max(1e-9, sum(weights.map((w) => w.weight)) ** 2);
  const losing = parts.heavy.filter((h) => h.loss > 0);
  const lost = sum(losing.map((h) => h.loss));
  const isNarrow = top !== undefined && (top.weight >= 0.25 || herfindahl >= 0.2);
  if (!isNarrow && lost < parts.total * MIN_SHARE) return null;
  const worst = losing[0];
  const hit = worst ? [...days].sort((a, b) => a.dayReturn - b.dayReturn).slice(0, 3) : [];
  return {
    mode: 'concentration', area: 'code', title: 'Concentration',
    claim: [
      top && `${top.symbol} alone is ${pct(top.weight, 0)} of equity; the book counts as ${(1 / Math.max(1e-9, herfindahl)).toFixed(1)} equal positions.`,
      worst && `${losing.slice(0, 3).map((h) => `${h.symbol} (up to ${pct(h.weight, 0)})`).join(', ')} cost ${pct(lost)} of equity beyond the market and beyond what a position of ${pct(ORDINARY_WEIGHT, 0)} would have lost.`,
    ].filter(Boolean).join(' '),
    strength: Math.max(explains(lost, parts), isNarrow ? clamp01(0.25 + 0.25 * (top?.weight ?? 0)) : 0),
    mandate: `Limit the weight of a single name to ${pct(ORDINARY_WEIGHT, 0)} and hold more names: reduce concentration.`,
    acceptance: { max_principal_loss: belowHalt(readBookConfig(book)), min_reward_delta: 0 },
    evidence: [...new Set([last, ...hit])].map(dayRef),
  };
};

/** Weight of names that entered the book within the window, as a share of what it holds: did the code change its mind? */
function renewedShare({ days, names }: Parameters<Rule>[0]): number {
  const at = (dayIndex: number | undefined) => names.filter((n) => n.dayIndex === dayIndex && n.weight > 0);
  const first = days.find((d) => at(d.dayIndex).length > 0);
  const start = new Set(at(first?.dayIndex).map((n) => n.symbol));
  const end = at(days.at(-1)?.dayIndex);
  return sum(end.filter((n) => !start.has(n.symbol)).map((n) => n.weight)) / Math.max(1e-9, sum(end.map((n) => n.weight)));
}

/** The book's returns beyond the market on the days before the window, by the window's β. */
const earlierResiduals = ({ before }: Parameters<Rule>[0], { market }: Parameters<Rule>[1]): number[] =>
  before.filter((d) => d.grossReturn !== 0).map((d) => d.grossReturn - (market?.beta ?? 0) * (d.benchmarkReturn ?? 0));

/**
 * How the book did before the window when it earned then (one-sided 5 %) and does significantly worse now, by a difference that nine
 * tries would not bring by chance; null otherwise.
 */
function earnedUntil(rows: Parameters<Rule>[0], parts: Parameters<Rule>[1]): { mean: number; t: number; days: number } | null {
  const earlier = earlierResiduals(rows, parts);
  const t = tOfDifference(earlier, parts.residuals);
  return earlier.length >= 10 && tOfMean(earlier) >= -SIGNIFICANT_T && t >= DIFFERENCE_T ? { mean: mean(earlier), t, days: earlier.length } : null;
}

/** Share of a mean that is not noise, by its t: the positive part of 1 − 1/t² (James–Stein shrinkage). */
const beyondChance = (t: number): number => Math.max(0, 1 - 1 / t ** 2);

/** A tenth of the book renewed in a month: the code still follows its signal. */
const RENEWED = 0.1;

/** The positions lose before any cost, not with the market, not by one name, and more than chance: the signal is old. */
export const staleSignal: Rule = (rows, parts) => {
  const { days, before } = rows;
  const { residuals, active, activeT } = parts;
  if (residuals.length < 5) return null;
  const renewed = renewedShare(rows);
  // Whether a signal that is still followed earns is told by all days that are known; whether kept names went bad, by this month.
  const t = renewed < RENEWED ? activeT : tOfMean([...earlierResiduals(rows, parts), ...residuals]);
  // When a book that still follows its signal did well before, the style turned (below).
  if (t > SIGNIFICANT_T || (renewed >= RENEWED && earnedUntil(rows, parts))) return null;
  const part = active * beyondChance(t);
  if (part < parts.total * MIN_SHARE) return null;
  const hits = residuals.filter((r) => r > 0).length / residuals.length;
  const worst = [...days].sort((a, b) => a.grossReturn - b.grossReturn).slice(0, 4);
  return {
    mode: 'stale_signal', area: 'code', title: 'The signal no longer earns',
    claim: `Before costs and apart from the market the positions lost ${pct(active)} in ${residuals.length} days (t ${activeT.toFixed(1)}, right on ${pct(hits, 0)} of days). ${renewed < RENEWED ? `${renewed === 0 ? 'No name' : `Only ${pct(renewed, 0)} of its weight`} entered the book in these ${days.length} days: it holds on to old decisions.` : `${pct(renewed, 0)} of the book was renewed, and the new names did no better.`}${before.length >= 10 ? ` Before that it ${mean(before.map((d) => d.grossReturn)) > 0 ? 'gained' : 'lost'} ${pct(Math.abs(mean(before.map((d) => d.grossReturn))), 2)} a day.` : ''}`,
    strength: explains(part, parts),
    mandate: renewed < RENEWED ? 'The signal is stale: compute it from today’s bars on every rebalance instead of keeping an old ranking, and leave names that fall out of it.' : 'The signal has decayed: lengthen its lookback window or damp it until it earns before costs.',
    acceptance: { max_principal_loss: belowHalt(readBookConfig(rows.book)), min_reward_delta: 0 },
    evidence: worst.map(dayRef),
  };
};

/** The whole market fell and the book with it. */
export const regimeDrift: Rule = ({ days, book }, parts) => {
  const { market } = parts;
  if (!market || market.total > MARKET_FALL || market.correlation < 0.5) return null;
  const lost = -market.beta * market.total;
  if (lost < parts.total * MIN_SHARE) return null;
  const worst = [...days].sort((a, b) => (a.benchmarkReturn ?? 0) - (b.benchmarkReturn ?? 0)).slice(0, 4);
  return {
    mode: 'regime_drift', area: 'market', title: 'The market turned',
    claim: `The benchmark lost ${pct(-market.total)} in ${days.length} days and the book moved with it (β ${market.beta.toFixed(2)}, correlation ${market.correlation.toFixed(2)}): ${pct(lost)} of equity, ${pct(Math.min(1, lost / parts.total), 0)} of all that was lost.${lost / parts.total >= 0.7 ? ' Nothing in the trading explains as much.' : ''}`,
    strength: explains(lost, parts),
    mandate: 'Reduce gross exposure while the market falls, for example to 50 % while the benchmark or the mean of the names is below its average of 20 days.',
    acceptance: { max_principal_loss: belowHalt(readBookConfig(book)), min_reward_delta: 0 },
    evidence: worst.map(dayRef),
  };
};

/** What the strategy lives on paid until lately and costs now, though it still follows it: the style turned, not the code. */
export const styleTurned: Rule = (rows, parts) => {
  const { active, activeT, residuals } = parts;
  const earlier = earnedUntil(rows, parts);
  if (!earlier || residuals.length < 5 || activeT > SIGNIFICANT_T || active < parts.total * MIN_SHARE || renewedShare(rows) < RENEWED) return null;
  const worst = [...rows.days].sort((a, b) => a.grossReturn - b.grossReturn).slice(0, 4);
  return {
    mode: 'regime_drift', area: 'market', title: 'The market turned',
    claim: `Apart from the benchmark the same kind of position made ${pct(earlier.mean, 2)} a day in the ${earlier.days} days before and ${pct(mean(residuals), 2)} a day in these ${residuals.length} (difference t ${earlier.t.toFixed(1)}), though the book went on renewing it: what it bets on is no longer paid.`,
    strength: explains(active * beyondChance(activeT), parts),
    mandate: 'Reduce exposure to a signal that stopped paying: scale gross exposure down while the signal’s own return of the last 20 days is negative.',
    acceptance: { max_principal_loss: belowHalt(readBookConfig(rows.book)), min_reward_delta: 0 },
    evidence: [...worst, ...rows.before.slice(-1)].map(dayRef),
  };
};

/** The strategy itself failed. */
export const codeCrash: Rule = ({ alerts }) => {
  const crashed = alerts.filter((a) => a.rule === 'strategy_error');
  const first = crashed[0];
  if (!first) return null;
  return {
    mode: 'code_crash', area: 'code', title: 'The strategy stopped with an error',
    claim: first.message,
    strength: 0.98,
    mandate: 'Make the strategy answer on every day, also when bars are missing: fix the error shown in the log.',
    acceptance: {},
    evidence: crashed.map(alertRef),
  };
};

/** Prices stopped arriving. */
export const staleData: Rule = ({ alerts }) => {
  const stale = alerts.filter((a) => a.rule === 'stale_data');
  const first = stale[0];
  return first ? { mode: 'stale_data', area: 'data', title: 'Stale data', claim: first.message, strength: 0.9, mandate: null, acceptance: {}, evidence: stale.map(alertRef) } : null;
};

/** The version that lost had just been deployed. A deployment decides from a day's close on: that day itself is still its predecessor's. */
export const recentDeployment: Rule = ({ days, versionSince, versionLabel }) => {
  const since = days.filter((d) => versionSince !== null && d.date > versionSince);
  const before = days.length - since.length;
  if (versionSince === null || before < 3 || since.length < 1) return null;
  const [was, is] = [mean(days.slice(0, before).map((d) => d.dayReturn)), mean(since.map((d) => d.dayReturn))];
  if (is >= was) return null;
  return {
    mode: 'recent_deployment', area: 'code', title: 'A version deployed lately',
    claim: `${versionLabel} decides since the close of ${versionSince}: ${pct(is, 2)} a day over ${since.length === 1 ? 'one day' : `${since.length} days`} against ${pct(was, 2)} a day over the ${before} before.`,
    strength: clamp01(0.25 + Math.min(0.4, (was - is) * 20)),
    mandate: null,
    acceptance: {},
    evidence: [since[0]!, ...[...since].sort((a, b) => a.dayReturn - b.dayReturn).slice(0, 2)].map(dayRef),
  };
};
