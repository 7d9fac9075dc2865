import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Autopsy, autopsySchema } from '@/server/contracts/autopsy';
import type { SemanticGradient } from '@/server/contracts/verdict';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { testSandbox } from '@/server/test/test-sandbox';
import { defaultSimulation } from '@/server/simulation/config';
import { rootDir } from '@/server/db/client';
import { loadPackage } from '@/server/strategy/load-package';
import { makePackage } from '@/server/strategy/make-package';
import type { StrategyPackage } from '@/server/strategy/types';
import { makeEvaluator } from '../make-evaluator';
import { isFeasible } from './evaluate-beam';
import type { PastAttempt } from './learn-from-attempts';
import { followerPackage, renameEverything, reverterPackage } from './sample-packages.fixture';
import { draftBySearch, type SearchInput } from './search-draft';

const autopsy = (mandate: string, more: Record<string, unknown> = {}): Autopsy =>
  autopsySchema.parse({
    event: 'FINANCIAL_DEGRADATION_DETECTED', metrics: { daily_pnl: -0.02 },
    diagnostics: { module: 'strategy', root_cause: 'Overtrading: friction ate the signal.', execution_log: 'see rows' }, mandate, acceptance: { max_annual_turnover: 20 }, ...more,
  });
const gradient = (over: Partial<SemanticGradient>): SemanticGradient => ({
  version: 1, gate: 'tests', code: 'TEST_FAILED', message: '', test: null, expected: null, actual: null, frames: [], uncovered: [], patterns: [], diff: null, sim2real: null, limits: [], otherFailures: [], untrusted: true, ...over,
});
const input = (pkg: StrategyPackage, over: Partial<SearchInput> = {}): SearchInput => ({
  language: pkg.manifest.language, sources: pkg.sources, entry: pkg.manifest.entry, frozen: pkg.manifest.frozen, autopsy: autopsy('Reduce turnover frequency: rebalance less often'), feedback: [], past: [], seed: 7, explore: 0,
  evaluator: null, maxEvaluations: 16, signal: new AbortController().signal, ...over,
});
const renamed = (pkg: StrategyPackage): StrategyPackage => makePackage(renameEverything([{ path: 'strategy.json', text: JSON.stringify(pkg.manifest) }, ...pkg.sources]));

it('first guess: the mandate leads to the schedule, changed the least, and says by which words', async () => {
  const draft = await draftBySearch(input(followerPackage()));
  expect(draft.edits).toMatchObject([{ kind: 'set_constant', path: 'src/timing.ts', symbol: 'REBALANCE_EVERY_DAYS', before: 'REBALANCE_EVERY_DAYS = 1', after: 'REBALANCE_EVERY_DAYS = 2' }]);
  expect(draft.edits[0]!.why).toContain('“rebalance”');
  expect(draft.files.find((f) => f.path === 'src/timing.ts')?.text).toContain('REBALANCE_EVERY_DAYS = 2;');
});

it('a mandate about liquidity leads to the helper nobody called, with its import', async () => {
  const draft = await draftBySearch(input(followerPackage(), { autopsy: autopsy('Enforce a liquidity filter: trade only names with enough volume') }));
  expect(draft.edits[0]).toMatchObject({ kind: 'call_helper' });
  expect(draft.edits[0]!.after).toContain('onlyLiquid(');
});

it('numbers of the mandate and of a reviewer become values', async () => {
  expect((await draftBySearch(input(followerPackage(), { autopsy: autopsy('Rebalance weekly to cut turnover') }))).edits[0]!.after).toBe('REBALANCE_EVERY_DAYS = 5');
  expect((await draftBySearch(input(followerPackage(), { feedback: ['Rebalance every 12 days, please'] }))).edits[0]!.after).toBe('REBALANCE_EVERY_DAYS = 12');
});

it('another function of the same shape is called with its own constants, and what is no longer used is no longer imported', async () => {
  const pkg = loadPackage(join(rootDir(), 'strategies/daily-momentum'));
  const draft = await draftBySearch(input(pkg, { autopsy: autopsy('Enforce volume limits: trade only names liquid enough for the order size') }));
  expect(draft.edits).toMatchObject([{ kind: 'call_helper', symbol: 'targetWeights', after: 'liquidEnough(averageAmount(amount, LIQUIDITY_DAYS), view.tradable, MIN_DAILY_AMOUNT)' }]);
  const text = draft.files.find((f) => f.path === 'src/strategy.ts')!.text;
  expect(text).toMatch(/import \{ averageAmount, LIQUIDITY_DAYS, liquidEnough, MIN_DAILY_AMOUNT \} from '.\/universe.ts';/);
});

it('keeps to the scope: frozen symbols and paths are never edited', async () => {
  const constraints = { allowed_paths: ['src/strategy.ts'], frozen_symbols: ['TOP_NAMES'] };
  const draft = await draftBySearch(input(followerPackage(), { autopsy: autopsy('Reduce turnover frequency', { constraints }) }));
  for (const edit of draft.edits) {
    expect(edit.path).toBe('src/strategy.ts');
    expect(edit.symbol).not.toBe('TOP_NAMES');
  }
});

it('learns: a pinned place is left alone, a step that was too small is pushed beyond what was missing', async () => {
  const first = await draftBySearch(input(followerPackage()));
  const pinned: PastAttempt = { number: 1, edits: first.edits, gradient: gradient({ test: 'schedule is daily' }) };
  expect((await draftBySearch(input(followerPackage(), { past: [pinned] }))).edits[0]!.symbol).not.toBe('REBALANCE_EVERY_DAYS');
  const small: PastAttempt = { number: 1, edits: first.edits, gradient: gradient({ gate: 'sim2real', code: 'TURNOVER_TOO_HIGH', sim2real: { turnover_after: 80, max_annual_turnover: 20 } }) };
  const second = await draftBySearch(input(followerPackage(), { past: [small] }));
  expect(second.edits[0]!.symbol).toBe('REBALANCE_EVERY_DAYS');
  expect(Number(second.edits[0]!.after.split('= ')[1])).toBeGreaterThan(4);
});

it('is a function of its input: same seed, same bytes', async () => {
  const [a, b] = await Promise.all([draftBySearch(input(reverterPackage())), draftBySearch(input(reverterPackage()))]);
  expect(a).toEqual(b);
});

const selfTest = await testSandbox();
it.skipIf(!selfTest.ok).each([
  ['modules and named constants', followerPackage()],
  ['the same, every symbol renamed and every comment removed', renamed(followerPackage())],
  ['one file of arrow functions without a schedule', reverterPackage()],
  ['that one renamed', renamed(reverterPackage())],
])(`finds less turnover in the simulator: %s${selfTest.ok ? '' : ' (skipped: no sandbox here)'}`, async (_name, pkg) => {
  const panel = generateSyntheticMarket({ seed: 5, symbols: 30, years: 1 });
  const days = { panel, config: defaultSimulation('cn-a'), from: panel.dates[20]!, to: panel.dates[150]! };
  const evaluator = makeEvaluator(pkg, days, new AbortController().signal);
  const first = await draftBySearch(input(pkg, { evaluator }));
  const past: PastAttempt[] = [{ number: 1, edits: first.edits, gradient: gradient({ gate: 'sim2real', code: 'TURNOVER_TOO_HIGH' }) }];
  const second = await draftBySearch(input(pkg, { evaluator, past }));
  const [before, after] = [await evaluator.evaluate(pkg.sources), await evaluator.evaluate(second.files)];
  expect(before?.annualTurnover).toBeGreaterThan(20);
  expect(after?.annualTurnover).toBeLessThanOrEqual(20);
  expect(isFeasible(after!, before!, { max_annual_turnover: 20 })).toBe(true);
}, 120_000);

it('candidates explore: other first ideas of the same package, each a function of its seed', async () => {
  const first = async (explore: number, seed: number): Promise<string> => JSON.stringify((await draftBySearch(input(followerPackage(), { explore, seed }))).edits);
  const ideas = [await first(0, 1), await first(1, 1), await first(2, 2), await first(3, 3)];
  expect(new Set(ideas).size).toBeGreaterThan(1);
  expect(await first(3, 3)).toBe(ideas[3]);
});
