import type { BookConfigPatch } from '@/server/books/book-config';
import { defaultExecution } from '@/server/execution/config';
import { FEES_CN_A } from '@/server/execution/fees';
import type { Panel } from '@/server/market/panel';
import type { FailureMode } from '../suspect';
import { changeMarket, driftTo, plainMarket, steadyNames } from './plant-market.fixture';
import { breaking, fixedWeights, holdAll, rankedOnce, reversal, rolling, stopLoss } from './plant-strategies.fixture';

/** One incident whose cause is known because it was put there. */
export interface Plant {
  readonly name: string;
  readonly seed: number;
  /** The cause that was planted; 'none' = no suspect at all is as good an answer. */
  readonly cause: readonly (FailureMode | 'none')[];
  /** Trading days the book runs at most; a halt ends it earlier. */
  readonly days: number;
  readonly panel: Panel;
  readonly source: string;
  readonly initialFen?: number;
  readonly config?: BookConfigPatch;
}

const CNY = 100;
const MILLION = 1_000_000 * CNY;
const COSTS = defaultExecution('cn-a');
const symbolsOf = (names: readonly { symbol: string }[]): string[] => names.map((x) => x.symbol);

/** Market, days and its names; the benchmark goes `total` over the run unless a plant adds to it. */
function setting(seed: number, days: number, total: number) {
  const panel = plainMarket(seed);
  return { panel, days, seed, names: steadyNames(panel, days + 2), drift: driftTo(panel, days, total) };
}

type Make = (seed: number) => Plant;

const overtrading: Make = (seed) => {
  const { panel, days, names, drift } = setting(seed, 55, -0.02);
  return { name: 'overtrading', seed, cause: ['overtrading'], days, initialFen: 5 * MILLION, panel: changeMarket(panel, () => ({ extra: drift })), source: reversal(symbolsOf(names.slice(0, 24)), { count: 10 }) };
};

const costDrag: Make = (seed) => {
  const { panel, days, names, drift } = setting(seed, 55, 0.01);
  const config = { execution: seed % 2 ? { ...COSTS, fees: [...COSTS.fees], halfSpreadBp: 40 } : { ...COSTS, fees: FEES_CN_A.map((row) => ({ ...row, commissionE7: 35_000 })) } };
  return { name: 'cost drag', seed, cause: ['cost_drag'], days, initialFen: 5 * MILLION, config, panel: changeMarket(panel, () => ({ extra: drift })), source: rolling(symbolsOf(names.slice(0, 30)), { count: 20, shift: 2 }) };
};

/** Fourteen names that trade six to nine million a day, bought like any other: each order is a few percent of the day. */
const liquidityBlind: Make = (seed) => {
  const { panel, days, names, drift } = setting(seed, 50, 0);
  const thin = names.slice(-14);
  const volume = new Map(thin.map((x, k) => [x.at, (7e6 + 2.5e5 * k) / x.adv]));
  return { name: 'liquidity-blind', seed, cause: ['liquidity_blind'], days, initialFen: 10 * MILLION, panel: changeMarket(panel, (_, i) => ({ extra: drift, volume: volume.get(i) ?? 1 })), source: rolling(symbolsOf([...thin, ...names.slice(0, 10)]), { count: 20, shift: 4, every: 4 }) };
};

/** A big account in ordinary names: it wants in a day what the market trades in two hours, and cannot leave while they fall. */
const depthExceeded: Make = (seed) => {
  const { panel, days, names, drift } = setting(seed, 40, -0.01);
  const held = names.slice(3, 27);
  const dries = seed % 2 === 0;
  const volume = (day: number) => (dries && day >= 12 ? 0.2 : 1);
  const sizes = dries ? 120 : 500;
  return { name: 'depth exceeded', seed, cause: ['depth_exceeded'], days, initialFen: sizes * MILLION, panel: changeMarket(panel, (day, i) => ({ extra: drift - (day >= 12 && held.some((h) => h.at === i) ? 0.002 : 0), volume: volume(day) })), source: rolling(symbolsOf(held), { count: 12, shift: 6, every: 8 }) };
};

/** Ranked once, never again; the names it keeps stop leading and lag by 0.45 % a day. */
const staleSignal: Make = (seed) => {
  const { panel, days, names, drift } = setting(seed, 45, 0.03);
  const universe = names.slice(0, 30);
  const n = panel.symbols.length;
  const at = (day: number, i: number) => panel.fields.close[day * n + i]!;
  const picked = new Set([...universe].sort((a, b) => at(60, b.at) / at(40, b.at) - at(60, a.at) / at(40, a.at)).slice(0, 18).map((x) => x.at));
  const lag = (day: number, i: number) => (day > 8 && picked.has(i) ? -0.0045 : 0);
  return { name: 'stale signal', seed, cause: ['stale_signal'], days, panel: changeMarket(panel, (day, i) => ({ extra: (day > 0 ? drift : 0) + lag(day, i) })), source: rankedOnce(symbolsOf(universe), { count: 18, reissue: seed % 2 ? 10 : 1000 }) };
};

const concentration: Make = (seed) => {
  const { panel, days, names, drift } = setting(seed, 40, 0);
  const heavy = names.slice(2, seed % 2 ? 3 : 4);
  const rest = names.slice(6, 16);
  const each = seed % 2 ? 0.5 : 0.3;
  const weights = Object.fromEntries([...heavy.map((x) => [x.symbol, each] as const), ...rest.map((x) => [x.symbol, 0.035] as const)]);
  const falls = (day: number, i: number) => (day >= 22 && day < 27 && i === heavy[0]!.at ? -0.06 : 0);
  return { name: 'concentration', seed, cause: ['concentration'], days, config: { execution: { ...COSTS, fees: [...COSTS.fees], limits: { maxWeight: 1, maxGross: 1 } } }, panel: changeMarket(panel, (day, i) => ({ extra: drift + falls(day, i) })), source: fixedWeights(weights) };
};

/** A third of the book opens limit-down for five days; the stop order is sent each day and rejected. */
const limitLocked: Make = (seed) => {
  const { panel, days, names, drift } = setting(seed, 30, -0.03);
  const held = names.slice(0, seed % 2 ? 10 : 18);
  const hit = new Set(held.slice(0, seed % 2 ? 4 : 6).map((x) => x.at));
  return { name: 'limit-locked', seed, cause: ['limit_locked'], days, panel: changeMarket(panel, (day, i) => (hit.has(i) && day >= 15 && day < 20 ? { lock: 'down' } : { extra: drift })), source: stopLoss(symbolsOf(held)) };
};

/** Small names lead for a month, then large ones do; or the whole market turns over. The code does what it always did. */
const regimeDrift: Make = (seed) => {
  const { panel, days, names, drift } = setting(seed, 50, seed % 2 ? 0.02 : 0);
  const small = names.slice(-20);
  const mine = new Set(small.map((x) => x.at));
  const extra = (day: number, i: number) => (seed % 2 ? (mine.has(i) ? (day < 28 ? 0.003 : -0.006) : 0) : day >= 30 ? -0.008 : 0.002);
  return { name: seed % 2 ? 'regime drift (style turns)' : 'regime drift (market turns)', seed, cause: ['regime_drift'], days, initialFen: 2 * MILLION, panel: changeMarket(panel, (day, i) => ({ extra: drift + extra(day, i) })), source: reversal(symbolsOf(small), { count: 16, days: 20, every: 10 }) };
};

const codeCrash: Make = (seed) => {
  const { panel, days, names, drift } = setting(seed, 30, -0.04);
  const broken = seed % 2 ? "const last = view.fields.close[view.fields.close.length - 40]; weights[NAMES[0]] = last[0] > 0 ? 0.02 : 0.05;" : 'const spread = 0; for (const s of NAMES) weights[s] = weights[s] * (spread / spread);';
  return { name: 'code crash', seed, cause: ['code_crash'], days, panel: changeMarket(panel, () => ({ extra: drift })), source: breaking(symbolsOf(names.slice(0, 20)), 17 + (seed % 5), broken) };
};

/** Nothing is wrong with the code: the market fell and a diversified book fell with it. */
const marketFell: Make = (seed) => {
  const crash = seed % 2 === 1;
  const { panel, days, names, drift } = setting(seed, 45, 0.01);
  const fall = (day: number) => (crash ? (day >= 30 && day < 37 ? -0.022 : 0) : day >= 12 ? -0.004 : 0);
  return { name: crash ? 'market crashed' : 'market bled', seed, cause: ['regime_drift', 'none'], days, panel: changeMarket(panel, (day) => ({ extra: drift + fall(day) })), source: holdAll(symbolsOf(names.slice(0, 22))) };
};

/** Twenty incidents, two for each cause; seeds and expectations were fixed before the critic was run on any of them. */
export const firstPlants: readonly (() => Plant)[] = [
  [overtrading, 311, 312],
  [costDrag, 321, 322],
  [liquidityBlind, 331, 332],
  [depthExceeded, 341, 342],
  [staleSignal, 351, 352],
  [concentration, 361, 362],
  [limitLocked, 371, 372],
  [regimeDrift, 381, 382],
  [codeCrash, 391, 392],
  [marketFell, 401, 402],
].flatMap(([make, a, b]) => [() => (make as Make)(a as number), () => (make as Make)(b as number)]);
