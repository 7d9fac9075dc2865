import type { PackageFile } from '@/server/strategy/types';

const MODULES = 20;

/** One module of 55 lines in the style of a strategy's helpers, and its four tests; `k` makes each different. */
function moduleText(k: number): string {
  const windows = Array.from({ length: 9 }, (_, w) => `
/** Mean of the last ${w + 2} values plus ${k}; 0 while there are fewer. */
export function mean${w}(values: readonly number[]): number {
  if (values.length < ${w + 2}) return 0;
  const tail = values.slice(-${w + 2});
  return tail.reduce((sum, x) => sum + x, 0) / ${w + 2} + ${k};
}`);
  return `export const OFFSET = ${k};\n${windows.join('\n')}\n`;
}

function testText(k: number): string {
  const calls = (from: number, to: number) => Array.from({ length: to - from }, (_, j) => `  expect(mean${from + j}([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])).toBe(${1 + k});`).join('\n');
  const names = Array.from({ length: 9 }, (_, w) => `mean${w}`).join(', ');
  return `import { expect, test } from '@oomrl/kit';
import { OFFSET, ${names} } from '../src/m${k}';

test('offset of module ${k}', () => {
  expect(OFFSET).toBe(${k});
});
test('short series of module ${k}', () => {
${Array.from({ length: 9 }, (_, w) => `  expect(mean${w}([1])).toBe(0);`).join('\n')}
});
test('short windows of module ${k}', () => {
${calls(0, 4)}
});
test('long windows of module ${k}', () => {
${calls(4, 9)}
});
`;
}

/** A package of 80 tests over some 1,300 lines: the size the latency of a verification is claimed for. */
export function eightyTests(): { sources: PackageFile[]; tests: PackageFile[] } {
  const numbers = Array.from({ length: MODULES }, (_, k) => k);
  return {
    sources: numbers.map((k) => ({ path: `src/m${k}.ts`, text: moduleText(k) })),
    tests: numbers.map((k) => ({ path: `tests/m${k}.test.ts`, text: testText(k) })),
  };
}

function pythonModule(k: number): string {
  const windows = Array.from({ length: 9 }, (_, w) => `

def mean${w}(values):
    """Mean of the last ${w + 2} values plus ${k}; 0 while there are fewer."""
    if len(values) < ${w + 2}:
        return 0
    tail = values[-${w + 2}:]
    return sum(tail) / ${w + 2} + ${k}
`);
  return `OFFSET = ${k}\n${windows.join('')}`;
}

function pythonTests(k: number): string {
  const names = Array.from({ length: 9 }, (_, w) => `mean${w}`);
  const calls = (some: readonly string[]) => some.map((name) => `    assert ${name}([1] * 10) == ${1 + k}`).join('\n');
  return `from src.m${k} import OFFSET, ${names.join(', ')}


def test_offset():
    assert OFFSET == ${k}


def test_short_series():
${names.map((name) => `    assert ${name}([1]) == 0`).join('\n')}


def test_short_windows():
${calls(names.slice(0, 4))}


def test_long_windows():
${calls(names.slice(4))}
`;
}

/** The same package in Python. `edition` makes the text a new one, so that nothing known of an earlier run helps. */
export function eightyPythonTests(edition: number): { sources: PackageFile[]; tests: PackageFile[] } {
  const numbers = Array.from({ length: MODULES }, (_, k) => k);
  return {
    sources: numbers.map((k) => ({ path: `src/m${k}.py`, text: `# edition ${edition}\n${pythonModule(k)}` })),
    tests: numbers.map((k) => ({ path: `tests/test_m${k}.py`, text: pythonTests(k) })),
  };
}
