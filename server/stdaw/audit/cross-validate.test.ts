import { beforeAll, expect, it } from 'vitest';
import { createPrng } from '@/server/market/prng';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { fixturePackage, HONEST_SIZING } from '../attacks/fixture';
import { chooseVariants, crossValidate } from './cross-validate';
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
    return chooseVariants(mutants, 30, (n) => random.below(n)).filter(isLost).length;
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
});

it('tests that are only renamed and rewritten lose nothing', { timeout: 60_000 }, async () => {
  const rewritten = change((s) => s.replace("test('cuts', () => { expect(withinVolume(5000, 12345, 0.1)).toBe(1234); });", "const PART = 0.1;\n  test('cuts to the part', () => { const got = withinVolume(5000, 12345, PART); expect([got]).toEqual([1234]); });"));
  expect(await crossValidate({ sources, before, after: rewritten, bad: 30, seed: 4 })).toMatchObject({ good: { passed: 3, runs: 3 }, unstable: 0, lost: [] });
});
