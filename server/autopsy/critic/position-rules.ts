import { mean, realisedRatio, sum } from '../friction-of';
import { alertRef, dayRef } from '../incident-rows';
import { clamp01, pct, type Rule } from './suspect';

/** A few names carry the book. */
export const concentration: Rule = ({ weights, days }) => {
  const last = days.at(-1);
  const top = weights[0];
  if (!last || !top) return null;
  const herfindahl = sum(weights.map((w) => w.weight ** 2)) / Math.max(1e-9, sum(weights.map((w) => w.weight)) ** 2);
  if (top.weight < 0.25 && herfindahl < 0.2) return null;
  return {
    mode: 'concentration', area: 'code', title: 'Concentration',
    claim: `${top.symbol} alone is ${pct(top.weight, 0)} of equity; the book counts as ${(1 / herfindahl).toFixed(1)} equal positions.`,
    strength: clamp01(0.3 + 0.5 * top.weight + 0.3 * herfindahl),
    mandate: 'Limit the weight of a single name and hold more names: reduce concentration.',
    acceptance: { min_reward_delta: 0 },
    evidence: [dayRef(last)],
  };
};

const std = (values: readonly number[]): number => {
  const m = mean(values);
  return values.length < 2 ? 0 : Math.sqrt(sum(values.map((v) => (v - m) ** 2)) / (values.length - 1));
};

function benchmarkMoves(days: Parameters<Rule>[0]['days']): { total: number; correlation: number } | null {
  const both = days.filter((d) => d.benchmarkReturn !== null);
  if (both.length < 5) return null;
  const b = both.map((d) => d.benchmarkReturn ?? 0);
  const g = both.map((d) => d.grossReturn);
  const [mb, mg] = [mean(b), mean(g)];
  const spread = std(b) * std(g) * (both.length - 1);
  return { total: sum(b), correlation: spread > 0 ? sum(b.map((v, i) => (v - mb) * (g[i]! - mg))) / spread : 0 };
}

/** The signal loses before any cost, and not because the market fell. */
export const staleSignal: Rule = ({ days }) => {
  const active = days.filter((d) => d.grossReturn !== 0);
  if (active.length < 5) return null;
  const market = benchmarkMoves(days);
  const excess = active.map((d) => d.grossReturn - (market && market.correlation > 0.3 ? (d.benchmarkReturn ?? 0) : 0));
  const deviation = std(excess);
  const t = deviation > 0 ? (mean(excess) / deviation) * Math.sqrt(excess.length) : 0;
  const hits = excess.filter((r) => r > 0).length / excess.length;
  const gross = sum(active.map((d) => d.grossReturn));
  const friction = sum(days.map(realisedRatio));
  if (gross >= 0 || t > -0.8 || -gross < friction) return null;
  const worst = [...active].sort((a, b) => a.grossReturn - b.grossReturn).slice(0, 4);
  return {
    mode: 'stale_signal', area: 'code', title: 'The signal no longer earns',
    claim: `Before costs and apart from the market the positions lost ${pct(-sum(excess))} in ${active.length} days (t ${t.toFixed(1)}, right on ${pct(hits, 0)} of days).`,
    strength: clamp01(0.3 + 0.12 * Math.min(4, -t) + 0.2 * Math.max(0, 0.5 - hits)),
    mandate: 'The signal has decayed: lengthen its lookback window or damp it until it earns before costs.',
    acceptance: { min_reward_delta: 0 },
    evidence: worst.map(dayRef),
  };
};

/** The whole market fell and the book with it. */
export const regimeDrift: Rule = ({ days }) => {
  const market = benchmarkMoves(days);
  if (!market || market.total > -0.05 || market.correlation < 0.5) return null;
  const worst = [...days].sort((a, b) => (a.benchmarkReturn ?? 0) - (b.benchmarkReturn ?? 0)).slice(0, 4);
  return {
    mode: 'regime_drift', area: 'market', title: 'The market turned',
    claim: `The benchmark lost ${pct(-market.total)} in ${days.length} days and the book moved with it (correlation ${market.correlation.toFixed(2)}).`,
    strength: clamp01(0.25 + 2 * -market.total + 0.3 * (market.correlation - 0.5)),
    mandate: 'Reduce gross exposure while the market falls.',
    acceptance: { min_reward_delta: 0 },
    evidence: worst.map(dayRef),
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

/** The version that lost had just been deployed. */
export const recentDeployment: Rule = ({ days, versionSince, versionLabel }) => {
  const since = days.filter((d) => versionSince !== null && d.date >= versionSince);
  const before = days.length - since.length;
  if (versionSince === null || before < 3 || since.length < 1) return null;
  const [was, is] = [mean(days.slice(0, before).map((d) => d.dayReturn)), mean(since.map((d) => d.dayReturn))];
  if (is >= was) return null;
  return {
    mode: 'recent_deployment', area: 'code', title: 'A version deployed lately',
    claim: `${versionLabel} trades since ${versionSince}: ${pct(is, 2)} a day against ${pct(was, 2)} a day before.`,
    strength: clamp01(0.25 + Math.min(0.4, (was - is) * 20)),
    mandate: null,
    acceptance: {},
    evidence: [since[0]!, ...[...since].sort((a, b) => a.dayReturn - b.dayReturn).slice(0, 2)].map(dayRef),
  };
};
