import { join } from 'node:path';
import { expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import { rootDir } from '@/server/db/client';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { defaultSimulation } from '@/server/simulation/config';
import { loadPackage } from '@/server/strategy/load-package';
import { makePackage } from '@/server/strategy/make-package';
import type { StrategyPackage } from '@/server/strategy/types';
import { testSandbox } from '@/server/test/test-sandbox';
import { makeEvaluator } from '../make-evaluator';
import { enumerateEdits } from './enumerate-edits';
import { isFeasible } from './evaluate-beam';
import { applyPython } from './python/apply-python';
import { readMandate } from './read-mandate';
import { draftBySearch, type SearchInput } from './search-draft';

const selfTest = await testSandbox();
const test = it.skipIf(!selfTest.ok);
const autopsy = (mandate: string) =>
  autopsySchema.parse({ event: 'FINANCIAL_DEGRADATION_DETECTED', metrics: { daily_pnl: -0.02 }, diagnostics: { module: 'strategy', root_cause: 'Overtrading: friction ate the signal.', execution_log: 'see rows' }, mandate, acceptance: { max_annual_turnover: 20 } });
const momentum = loadPackage(join(rootDir(), 'strategies/daily-momentum-py'));
const input = (pkg: StrategyPackage, over: Partial<SearchInput> = {}): SearchInput => ({
  language: 'python', sources: pkg.sources, entry: pkg.manifest.entry, frozen: pkg.manifest.frozen, autopsy: autopsy('Reduce turnover frequency: rebalance less often'), feedback: [], past: [], seed: 7, explore: 0,
  evaluator: null, maxEvaluations: 16, signal: new AbortController().signal, ...over,
});
const pythonPackage = (files: Record<string, string>): StrategyPackage =>
  makePackage([{ path: 'strategy.json', text: JSON.stringify({ name: 'other', title: 'Other', language: 'python', entry: 'src/main.py', contract: 1, universe: 'all', benchmark: null, parameters: {} }) }, ...Object.entries(files).map(([path, text]) => ({ path, text })), { path: 'tests/test_a.py', text: 'def test_a():\n    assert True\n' }]);

/** Other names, other structure: one file, a dictionary of knobs, no schedule at all. Letters of two UTF-16 units stand before every place. */
const REVERTER = pythonPackage({
  'src/main.py': `"""Käufe 😀😀."""
lookback_days = 5

# breadth: how many are bought 😀; window: sessions looked back
KNOBS = {"breadth": 6, "window": 2}


def rank(close, window):
    """Biggest losers first 😀."""
    now, then = close[-1], close[max(0, len(close) - 1 - window)]
    return sorted(range(len(now)), key=lambda i: now[i] / then[i] if then[i] > 0 else 9.0)


def decide(view):
    close = view["fields"]["close"]
    if len(close) < 3:
        return None
    picked = rank(close, KNOBS["window"])[:KNOBS["breadth"]]
    return {"weights": {view["symbols"][i]: 0.9 / len(picked) for i in picked}}
`,
});

test('first guess: the mandate leads to the schedule, changed the least, and says by which words', async () => {
  const draft = await draftBySearch(input(momentum));
  expect(draft.edits).toMatchObject([{ kind: 'set_constant', path: 'src/schedule.py', symbol: 'REBALANCE_EVERY_DAYS', before: 'REBALANCE_EVERY_DAYS = 1', after: 'REBALANCE_EVERY_DAYS = 2' }]);
  expect(draft.edits[0]!.why).toContain('“rebalance”');
  expect(draft.files.find((f) => f.path === 'src/schedule.py')?.text).toBe(momentum.sources.find((f) => f.path === 'src/schedule.py')!.text.replace('DAYS = 1', 'DAYS = 2'));
  expect((await draftBySearch(input(momentum, { autopsy: autopsy('Rebalance weekly to cut turnover') }))).edits[0]!.after).toBe('REBALANCE_EVERY_DAYS = 5');
});

test('a function of the same shape is called with its own constants; what is no longer used is no longer imported', async () => {
  const draft = await draftBySearch(input(momentum, { autopsy: autopsy('Enforce volume limits: trade only names liquid enough for the order size') }));
  expect(draft.edits).toMatchObject([{ kind: 'call_helper', symbol: 'target_weights', after: 'liquid_enough(average_amount(fields["amount"], LIQUIDITY_DAYS), view["tradable"], MIN_DAILY_AMOUNT)' }]);
  expect(draft.files.find((f) => f.path === 'src/strategy.py')!.text).toContain('from .universe import LIQUIDITY_DAYS, average_amount, liquid_enough, MIN_DAILY_AMOUNT\n');
});

test('every edit of every package is exact: only its own places change, and what comes out parses', async () => {
  for (const pkg of [momentum, REVERTER]) {
    const edits = await enumerateEdits(pkg.sources, readMandate(autopsy('Rebalance every 7 days')), { language: 'python', entry: pkg.manifest.entry, allowedPaths: ['src/**'], frozen: pkg.manifest.frozen });
    expect(new Set(edits.map((e) => e.kind)).size).toBeGreaterThan(2);
    for (const edit of edits.filter((_, i) => i % 5 === 0)) {
      const [splice] = edit.splices;
      const old = pkg.sources.find((f) => f.path === splice!.path)!.text;
      const now = (await applyPython(pkg.sources, [edit])).find((f) => f.path === splice!.path)!.text;
      if (edit.imports.length === 0) expect(now).toBe(old.slice(0, splice!.start) + splice!.text + old.slice(splice!.end));
      if (edit.kind === 'set_constant' && /^[A-Z_]+ = /.test(edit.before)) expect(old.slice(0, splice!.end).endsWith(edit.before)).toBe(true);
      expect(pkg.manifest.frozen).not.toContain(`${edit.path}#${edit.symbol}`);
    }
  }
}, 60_000);

test('finds less turnover in the simulator: one file with a dictionary of knobs and no schedule', async () => {
  const panel = generateSyntheticMarket({ seed: 5, symbols: 30, years: 1 });
  const days = { panel, config: defaultSimulation('cn-a'), from: panel.dates[20]!, to: panel.dates[120]! };
  const evaluator = makeEvaluator(REVERTER, days, new AbortController().signal);
  const first = await draftBySearch(input(REVERTER, { evaluator }));
  const second = await draftBySearch(input(REVERTER, { evaluator, past: [{ number: 1, edits: first.edits, gradient: null }] }));
  const [before, after] = [await evaluator.evaluate(REVERTER.sources), await evaluator.evaluate(second.files)];
  expect(before?.annualTurnover).toBeGreaterThan(20);
  expect(isFeasible(after!, before!, { max_annual_turnover: 20 })).toBe(true);
}, 120_000);
