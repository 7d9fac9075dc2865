import { beforeAll, expect, it } from 'vitest';
import { createPrng } from '@/server/market/prng';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { fixturePackage, HONEST_SIZING } from '../attacks/fixture';
import { chooseVariants, questionedBy } from './choose-variants';
import { crossValidate } from './cross-validate';
import { makeMutants } from './mutants';

beforeAll(async () => {
  await requireSandbox();
});

const { sources, tests, baseline } = fixturePackage(HONEST_SIZING);
const before = [...tests, ...baseline];
const change = (edit: (text: string) => string) => before.map((f) => (f.path === 'tests/sizing.test.ts' ? { ...f, text: edit(f.text) } : f));
const weakened = change((s) => s.replace('toBe(1234)', 'toBeGreaterThan(0)').replace('toBe(400)', 'toBeGreaterThan(0)').replace('toBe(5000)', 'toBeGreaterThan(0)'));
const mutants = makeMutants(sources);

it('three weakened assertions lose what the accepted tests notice, at 20 seeds of 20', { timeout: 120_000 }, async () => {
  const { lost, survivors } = await crossValidate({ sources, before, after: weakened, bad: mutants.length, seed: 3 });
  expect(lost.length).toBeGreaterThan(0);
  // Whatever the accepted tests miss, too, is held against nobody.
  expect(lost.length).toBeLessThan(survivors.length);
  const isLost = (m: { path: string; start: number; text: string }) => lost.some((l) => l.path === m.path && l.start === m.start && l.text === m.text);
  const perSeed = Array.from({ length: 20 }, (_, seed) => {
    const random = createPrng(seed);
    return chooseVariants(mutants, 30, (n) => random.below(n), questionedBy(before, weakened)).filter(isLost).length;
  });
  expect(perSeed.filter((n) => n === 0)).toEqual([]);
});

it('a package with few variants is tried on all of them, whatever the seed', () => {
  const few = mutants.slice(0, 30);
  const drawn = [1, 2, 3].map((seed) => {
    const random = createPrng(seed);
    return new Set(chooseVariants(few, 30, (n) => random.below(n)));
  });
  for (const one of drawn) expect(one).toEqual(new Set(few));
  const ofTwo = (isQuestioned: (path: string) => boolean) => new Set(chooseVariants(few, 30, () => 0, isQuestioned));
  expect(ofTwo((path) => path === 'src/sizing.ts')).toEqual(new Set(few));
  expect(ofTwo(() => false)).toEqual(new Set(few));
});

it('of many variants two in three are of the modules whose tests are changed', () => {
  const isQuestioned = questionedBy(before, weakened);
  expect(sources.filter((f) => isQuestioned(f.path)).map((f) => f.path)).toEqual(['src/sizing.ts', 'src/strategy.ts']);
  expect(questionedBy([{ path: 'tests/test_a.py', text: 'from src.alpha import x\nalpha = risk' }], [])('src/risk.py')).toBe(false);
  const many = ['a', 'b'].flatMap((name) => Array.from({ length: 60 }, (_, i) => ({ ...mutants[0]!, path: `src/${name}.ts`, line: i })));
  const chosen = chooseVariants(many, 30, () => 0, (path) => path === 'src/a.ts');
  expect([chosen.length, chosen.filter((m) => m.path === 'src/a.ts').length]).toEqual([30, 20]);
});

it('tests that are only renamed and rewritten lose nothing', { timeout: 60_000 }, async () => {
  const rewritten = change((s) => s.replace("test('cuts', () => { expect(withinVolume(5000, 12345, 0.1)).toBe(1234); });", "const PART = 0.1;\n  test('cuts to the part', () => { const got = withinVolume(5000, 12345, PART); expect([got]).toEqual([1234]); });"));
  expect(await crossValidate({ sources, before, after: rewritten, bad: 30, seed: 4 })).toMatchObject({ good: { passed: 3, runs: 3 }, unstable: 0, lost: [] });
});
