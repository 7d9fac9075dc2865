import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseFactor } from '@/server/factors/parse';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { trajectoryReward } from './reward';
import { runEvolution } from './run-evolution';
import { similarity } from './similarity';

const shared = join(process.env.OOMRL_SHARED ?? '../shared', 'golden');
const here = existsSync(join(shared, 'alphaevo_golden.json'));
const read = (name: string) => JSON.parse(readFileSync(join(shared, name), 'utf8'));

it.skipIf(!here)('guarantees the golden reward vectors, printed and guarded (skipped without the shared golden files)', () => {
  for (const { input, expected } of read('alphaevo_golden.json').reward_vectors) {
    const got = trajectoryReward({ successes: input.n_succ, failures: input.n_fail, similarityToSeed: input.sim_to_seed, similarityToEarlier: input.max_sim_to_prev, bestScore: input.best_ir, seedScore: input.seed_ir, streak: input.n_streak });
    if (expected.lit === null) expect(got.paper).toBeNull();
    else expect(got.paper).toBeCloseTo(expected.lit, 10);
    expect(got.guarded).toBeCloseTo(expected.guard, 10);
  }
});

it.skipIf(!here)('guarantees the golden similarities of Alpha158 pairs (skipped without the shared golden files)', () => {
  const text = new Map<string, string>(read('alpha158.json').map((f: { name: string; expression: string }) => [f.name, f.expression]));
  for (const pair of read('alphaevo_golden.json').similarity_pairs) {
    expect(similarity(parseFactor(text.get(pair.a)!), parseFactor(text.get(pair.b)!)), `${pair.a}·${pair.b}`).toBeCloseTo(pair.largest_common_subtree, 12);
  }
});

it('guarantees that the guarded reward never rises with another failing call', () => {
  const trajectory = fc.record({ successes: fc.integer({ min: 0, max: 12 }), failures: fc.integer({ min: 0, max: 12 }), s: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), best: fc.double({ min: -2, max: 4, noNaN: true }), streak: fc.integer({ min: 0, max: 6 }) });
  fc.assert(fc.property(trajectory, ({ successes, failures, s, best, streak }) => {
    const at = (f: number) => trajectoryReward({ successes, failures: f, similarityToSeed: s, similarityToEarlier: s, bestScore: best, seedScore: 0.5, streak }).guarded;
    expect(at(failures + 1)).toBeLessThanOrEqual(at(failures) + 1e-12);
  }));
});

it('guarantees that a search is reproducible by its seed and that the held-out days never steer it', () => {
  const panel = generateSyntheticMarket({ seed: 5, symbols: 40, start: '2022-01-04', years: 1 });
  const options = { seedExpression: 'Mean($close,5)/$close', turns: 2, callsPerTurn: 3, randomSeed: 3, searchShare: 0.6 };
  const run = runEvolution(panel, options);
  expect(runEvolution(panel, options)).toEqual(run);
  const blind = structuredClone(panel) as typeof panel;
  const from = Math.floor(panel.dates.length * 0.6) * panel.symbols.length;
  for (const field of Object.values(blind.fields)) field.fill(1, from);
  expect(runEvolution(blind, options).factors).toEqual(run.factors);
  expect(run.windows.search[1] < run.windows.heldOut[0]).toBe(true);
});
