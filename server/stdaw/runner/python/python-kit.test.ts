import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { readPython } from '../../sanitizer/python/read-python';
import { runFixture } from '../run-fixture';
import type { PackageFile } from '../types';

beforeAll(async () => {
  await requireSandbox();
});

const file = (path: string, text: string): PackageFile => ({ path, text });
const SOURCES = [file('src/size.py', 'def clamp(x, most):\n    return most if x > most else x\n\n\ndef inverse(x):\n    return 1 / (x - 3)\n')];
const test = (body: string) => [file('tests/test_kit.py', `from oomrl_kit import fixtures, gen, property\n\nfrom src.size import clamp, inverse\n\n\n${body}`)];
const failures = async (body: string, seed = 7) => {
  const { verdict } = await runFixture(SOURCES, test(body), { seed });
  return verdict.reasons.filter((r) => r.code === 'TEST_FAIL').map((r) => [r.test?.split('::')[1], r.error?.name, r.error?.message]);
};

it('laws that hold pass; one that does not tells its number and its input, the same at the same seed', async () => {
  const body = [
    'def test_holds():', '    property(200, gen.float(-5, 5), lambda x: clamp(x, 2) <= 2)', '    property(20, gen.object({"x": gen.integer(4, 9)}), lambda row: inverse(row["x"]) > 0)', '', '',
    'def test_returned():', '    property(50, gen.integer(0, 9), lambda x: clamp(x, 8) == x)', '', '',
    'def test_asserted():', '    def holds(drawn):', '        x, most = drawn', '        assert clamp(x, most) == x', '', '    property(50, gen.tuple(gen.integer(5, 9), gen.one_of([4])), holds)', '', '',
    'def test_raised():', '    property(50, gen.integer(0, 5), lambda x: inverse(x) != 0)', '',
  ].join('\n');
  const seen = (await failures(body)).sort();
  expect(seen).toEqual([
    ['test_asserted', 'AssertionError', expect.stringMatching(/^property failed at case 1 of 50 for \(\d, 4\): assert clamp\(x, most\) == x$/)],
    ['test_raised', 'ZeroDivisionError', expect.stringMatching(/^property failed at case \d+ of 50 for 3: .*division/)],
    ['test_returned', 'AssertionError', expect.stringMatching(/^property failed at case \d+ of 50 for 9: the property returned False$/)],
  ]);
  expect((await failures(body)).sort()).toEqual(seen);
  expect((await failures(body, 8)).sort()).not.toEqual(seen);
});

it('draws the numbers of the TypeScript kit, and its prices', async () => {
  const kit = createRequire(import.meta.url)('../kit-data.cjs') as { rng(seed: number): () => number; hashText(text: string, seed: number): number; fixtures: { randomWalk(seed: number, n: number): number[] } };
  const random = kit.rng(kit.hashText('tests/test_kit.py::test_numbers', 7));
  const drawn = [random(), random()];
  const walk = kit.fixtures.randomWalk(3, 4);
  expect(await failures(`def test_numbers():\n    got = []\n    property(2, lambda random: random(), got.append)\n    assert got == ${JSON.stringify(drawn)}\n    view = fixtures.market_view(days=4, seed=3)\n    assert all(abs(row[0] - x) < 1e-9 for row, x in zip(view["fields"]["close"], ${JSON.stringify(walk)}))\n    assert (view["dayIndex"], len(view["fields"]["amount"]), view["symbols"]) == (3, 4, ["A", "B", "C"])\n    assert sum(gen.weights(5)(fixtures.rng(1))) == 1\n`)).toEqual([]);
});

it('tests of an agent may use the kit and not what feeds it', async () => {
  const rules = async (text: string) => (await readPython({ sources: SOURCES, tests: [file('tests/test_kit.py', text)], base: null })).tests[0]!.findings.map((f) => f.rule);
  expect(await rules('from oomrl_kit import fixtures, gen, property\n\n\ndef test_a():\n    property(9, gen.array(gen.boolean(), max=3), lambda x: len(x) < 4)\n')).toEqual([]);
  expect(await rules('from oomrl_kit import begin_test\n')).toEqual(['import']);
  expect(await rules('import oomrl_kit\n\noomrl_kit.begin_test("x", 1)\n')).toEqual(['attribute']);
  expect(await rules('from oomrl_kit import gen\n\ngen.float = gen.integer\n')).toEqual(['attribute-write']);
});
