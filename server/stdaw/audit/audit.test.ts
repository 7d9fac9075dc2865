import { beforeAll, describe, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { fixturePackage, HONEST_SIZING, UNCOVERED_SIZING } from '../attacks/fixture';
import { auditCoverage } from './audit-coverage';
import { changedLines } from './changed-lines';
import { makeMutants } from './mutants';
import { findSurvivors } from './run-mutants';

beforeAll(async () => {
  await requireSandbox();
});

const audit = (sizing: string, sample = 100) => {
  const pkg = fixturePackage(sizing);
  return auditCoverage({ sources: pkg.sources, tests: [...pkg.tests, ...pkg.baseline], uncovered: new Map(), sample, seed: 3 });
};

describe('throw-audit', () => {
  it('hears every statement of an honest package', async () => {
    const report = await audit(HONEST_SIZING);
    expect(report).toMatchObject({ survivors: [] });
    expect(report.sampled).toBeGreaterThan(8);
  });

  it('finds what runs but is not tested, also behind try and catch', async () => {
    const piggyback = UNCOVERED_SIZING.replace('  const most =', '  try { [1, 7, 20].map((x) => ladder(x)); } catch { /* nothing */ }\n  const most =');
    const { survivors } = await audit(piggyback);
    expect([...new Set(survivors.map((s) => s.line))].sort((a, b) => a - b)).toEqual([11, 17, 19, 20, 22, 25, 27]);
  });
});

describe('what V8 does not count', () => {
  const withLine = (line: string) => HONEST_SIZING.replace('  const most =', `  ${line}\n  const most =`);
  it.each([
    ['a default that tests use', 'const [n = volume * 1] = [] as number[];\n  if (n !== volume) throw new Error();', []],
    ['a default that none uses', 'const [n = volume * 7] = [volume];\n  if (n !== volume) throw new Error();', [11]],
    ['a default that is a constant', 'const [n = 7] = [volume];\n  if (n !== volume) throw new Error();', []],
    ['an argument in a chain that ends before', 'const way = ([] as ((x: number) => number)[])[0]?.(volume * 3);\n  if (way) throw new Error();', [11]],
    ['an assignment that is never made', 'let n: number | null = volume;\n  n ??= volume * 3;\n  if (n !== volume) throw new Error();', [12]],
  ])('%s', async (_name, line, expected) => {
    const { survivors } = await audit(withLine(line), 0);
    expect(survivors.map((s) => s.line)).toEqual(expected);
  });
});

describe('mutants', () => {
  it('are small changes on the lines that are asked for', () => {
    const { sources } = fixturePackage(HONEST_SIZING);
    const lines = changedLines(sources, fixturePackage(HONEST_SIZING.replace('shares > most', 'most < shares')).sources);
    expect(lines).toEqual(new Map([['src/sizing.ts', new Set([12])]]));
    const mutants = makeMutants(sources, (path, line) => lines.get(path)?.has(line) ?? false);
    expect(mutants.map((m) => [m.kind, m.before, m.text])).toEqual([['condition', 'shares > most', 'true'], ['condition', 'shares > most', 'false'], ['operator', '>', '>=']]);
  });

  it('that no test notices come back, others and those that loop do not', async () => {
    const pkg = fixturePackage(HONEST_SIZING);
    const mutants = makeMutants(pkg.sources, (path, line) => path === 'src/sizing.ts' && line >= 10);
    const survivors = await findSurvivors({ sources: pkg.sources, tests: [...pkg.tests, ...pkg.baseline], mutants, seed: 3 });
    // `>` and `>=` give the same number when both are equal: an equivalent mutant.
    expect(survivors.map((m) => m.text)).toEqual(['>=']);
  });
});
