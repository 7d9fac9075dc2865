import { beforeAll, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { runFixture } from '../run-fixture';
import type { PackageFile } from '../types';

beforeAll(async () => {
  await requireSandbox();
});

const file = (path: string, text: string): PackageFile => ({ path, text });
const SOURCES = [
  file('src/indicators.py', 'import math\n\n\ndef sma(xs, n):\n    """Mean of the last n."""\n    if n <= 0 or len(xs) < n:\n        return math.nan\n    return sum(xs[-n:]) / n\n'),
  file('src/size.py', 'LOT = 100\n\n\ndef lots(equity, price, lot=LOT):\n    if price <= 0:\n        return 0\n    return int(equity / price / lot) * lot\n\n\ndef clamp(x, limits):\n    return limits["max"] if x > limits["max"] else x\n'),
];
const TESTS = [
  file('tests/test_indicators.py', 'import math\nimport pytest\nfrom src.indicators import sma\n\n\ndef test_mean():\n    assert sma([1, 2, 3, 4], 2) == 3.5\n\n\n@pytest.mark.parametrize("xs, n", [([1], 2), ([1], 0)])\ndef test_nothing(xs, n):\n    assert math.isnan(sma(xs, n))\n'),
  file('tests/test_size.py', 'from size import LOT, lots, clamp\n\n\nclass TestLots:\n    def test_rounds_down(self):\n        assert lots(10_000, 33) == 300\n\n    def test_no_price(self):\n        assert lots(10_000, 0) == 0\n\n\ndef test_clamp():\n    assert LOT == 100\n    assert clamp(5, {"max": 3}) == 3\n    assert clamp(2, {"max": 3}) == 2\n'),
];
const withSource = (path: string, text: string) => SOURCES.map((f) => (f.path === path ? file(path, text) : f));

it('an honest package passes with full coverage', async () => {
  const { verdict, coverage, evidence } = await runFixture(SOURCES, TESTS);
  expect(evidence.events.filter((e) => e.t === 'crash' || e.t === 'collect' || e.t === 'load')).toEqual([{ t: 'load', ok: true }]);
  expect(verdict).toEqual({ status: 'pass', reasons: [], tests: { passed: 6, failed: 0, expected: 6 } });
  expect(coverage!.total).toEqual({ statements: 100, branches: 100, functions: 100, lines: 100 });
});

it('tells test, expected, actual and the frames of both sides', async () => {
  const { verdict } = await runFixture(withSource('src/size.py', SOURCES[1]!.text.replace('* lot\n', '* lot + 1\n').replace('return limits["max"] if', 'return limits["top"] if')), TESTS);
  const failed = new Map(verdict.reasons.filter((r) => r.code === 'TEST_FAIL').map((r) => [r.test, r.error!]));
  expect(failed.get('tests/test_size.py::TestLots::test_rounds_down')).toMatchObject({ name: 'AssertionError', expected: '300', actual: '301', frames: [{ file: 'tests/test_size.py', line: 6 }], untrusted: true });
  expect(failed.get('tests/test_size.py::test_clamp')).toMatchObject({ name: 'KeyError', frames: [{ file: 'src/size.py', line: 11, column: 12, fn: 'clamp' }, { file: 'tests/test_size.py', line: 14, fn: 'test_clamp' }], untrusted: true });
});

it.each<[string, string, string, string]>([
  ['a counter in a default argument', 'def sma(xs, n, seen=[]):\n    seen.append(1)\n    return sum(xs[-n:]) / n if len(seen) < 9 else 0.5\n', 'NON_DETERMINISTIC', 'answered differently'],
  ['a function that changes its arguments', 'def sma(xs, n):\n    xs.append(1)\n    return 3.5\n', 'TEST_FAIL', 'changed its arguments'],
  ['an int that equals everything', 'class I(int):\n    def __eq__(self, other):\n        return True\n\n\ndef sma(xs, n):\n    return I(1)\n', 'TEST_FAIL', 'cannot cross the boundary'],
  ['SystemExit in a call', 'def sma(xs, n):\n    raise Exit\n', 'TEST_FAIL', 'Exit'],
  ['an import of os', 'import os\n\n\ndef sma(xs, n):\n    return os.getpid()\n', 'LOAD_ERROR', 'not one a strategy may import'],
  ['a way to sys through statistics', 'import statistics\n\n\ndef sma(xs, n):\n    return statistics.sys.maxsize\n', 'TEST_FAIL', 'sys'],
  ['open', 'def sma(xs, n):\n    return len(open("/w/subject.py").read())\n', 'TEST_FAIL', "name 'open' is not defined"],
  ['exec', 'exec("x = 1")\n\n\ndef sma(xs, n):\n    return 1\n', 'LOAD_ERROR', "name 'exec' is not defined"],
  ['a loop without end', 'def sma(xs, n):\n    while True:\n        pass\n', 'TIMEOUT', 'longer than 800 ms'],
  ['memory without end', 'def sma(xs, n):\n    return len([0] * 500000000)\n', 'TEST_FAIL', ''],
  ['depth without end', 'def sma(xs, n):\n    return sma(xs, n)\n', 'TEST_FAIL', 'recursion'],
  ['a huge answer', 'def sma(xs, n):\n    return "x" * 9000000\n', 'TEST_FAIL', 'larger than 8 MiB'],
  ['a syntax error', 'def sma(xs, n)\n    return 1\n', 'LOAD_ERROR', "src/indicators.py:1: expected ':'"],
])('%s does not pass', async (_name, text, code, message) => {
  const { codes, verdict } = await runFixture(withSource('src/indicators.py', text), TESTS, { testTimeoutMs: 800 });
  expect(verdict.status).toBe('fail');
  expect(codes).toContain(code);
  expect(verdict.reasons.find((r) => r.code === code)!.message).toContain(message);
});

it('counts what tests run, not what an import runs', async () => {
  const selfRun = `${SOURCES[0]!.text}\n\ndef spare(x):\n    if x > 1 and x < 5:\n        x = x + 1\n    return [y for y in range(x) if y > 0] or (lambda: x)\n\n\nfor v in (0, 2, 9):\n    spare(v)\n`;
  const { codes, coverage } = await runFixture(withSource('src/indicators.py', selfRun), TESTS);
  expect(codes).toEqual(['COVERAGE']);
  const report = coverage!.files.find((f) => f.path === 'src/indicators.py')!;
  expect(report.uncoveredLines).toEqual([12, 13, 14]);
  expect(report.uncoveredFunctions).toEqual([{ line: 11, name: 'spare' }, { line: 14, name: '(lambda)' }]);
  expect(report.uncoveredBranches.map((b) => b.what).sort()).toEqual(['comprehension', 'if', 'no else', 'right side of and', 'right side of or']);
});

it.each([
  ['a fixture', 'import pytest\n\n\ndef test_a(tmp_path):\n    assert tmp_path\n', 'fixtures are not supported'],
  ['computed rows', 'import pytest\n\nROWS = [1, 2]\n\n\n@pytest.mark.parametrize("x", ROWS)\ndef test_a(x):\n    assert x\n', 'as a list in place'],
  ['another decorator', 'import pytest\n\n\n@pytest.mark.skip\ndef test_a():\n    assert True\n', 'is not supported'],
  ['the same name twice', 'def test_a():\n    assert True\n\n\ndef test_a():\n    assert True\n', 'exists twice'],
  ['a test inside an if', 'if 1 > 0:\n    def test_a():\n        assert True\n', 'not inside another statement'],
])('a plan that cannot be known is refused: %s', async (_name, text, message) => {
  const { verdict } = await runFixture(SOURCES, [...TESTS, file('tests/test_more.py', text)]);
  expect(verdict.reasons[0]).toMatchObject({ code: 'PLAN_ERROR', message: expect.stringContaining(message) });
});

it('helpers, data beside the test, raises, approx and seeded randomness work as in pytest', async () => {
  const text = [
    'import json', 'import random', 'from pathlib import Path', 'import pytest', 'from helpers import near', 'from .helpers import TWO', 'from src.indicators import sma', '', '',
    'def test_data():', '    rows = json.loads((Path(__file__).parent / "rows.json").read_text())', '    assert sma(rows, TWO) == near(2.5)', '', '',
    'def test_property():', '    for _ in range(50):', '        xs = [random.random() for _ in range(5)]', '        assert min(xs) <= sma(xs, 5) <= max(xs)', '', '',
    'def test_raises():', '    with pytest.raises(TypeError, match="no len"):', '        sma(3, 1)', '', '',
    'def test_swallows_nothing():', '    with pytest.raises(ValueError):', '        sma([1], 1)', '',
  ].join('\n');
  const helpers = 'import pytest\n\nTWO = 2\n\n\ndef near(x):\n    return pytest.approx(x)\n';
  const { verdict } = await runFixture(SOURCES, [...TESTS, file('tests/test_more.py', text), file('tests/helpers.py', helpers), file('tests/rows.json', '[1, 2, 3]')]);
  expect(verdict.reasons.map((r) => [r.test, r.error?.name, r.message])).toEqual([
    ['tests/test_more.py::test_swallows_nothing', 'Failed', "DID NOT RAISE <class 'ValueError'>"],
  ]);
});
