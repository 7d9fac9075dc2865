import { beforeAll, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { countLookup } from './count-lookup';
import { measureCoverage, percent } from './measure-coverage';
import { file, runFixture } from './run-fixture';

beforeAll(async () => {
  await requireSandbox();
});

const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count });

it('finds the innermost range', () => {
  const at = countLookup({ url: 'x', functions: [{ functionName: '', isBlockCoverage: true, ranges: [range(0, 100, 1), range(10, 20, 5), range(60, 70, 0)] }, { functionName: 'f', isBlockCoverage: true, ranges: [range(30, 50, 3), range(40, 50, 0)] }] });
  expect([0, 9, 10, 19, 20, 30, 39, 40, 49, 50, 60, 70, 99, 100].map(at)).toEqual([1, 1, 5, 5, 1, 3, 3, 0, 0, 1, 0, 1, 1, 0]);
  expect(countLookup(undefined)(5)).toBe(0);
});

it('rounds down', () => {
  expect([percent({ covered: 94_999, total: 100_000 }), percent({ covered: 95, total: 100 }), percent({ covered: 0, total: 0 })]).toEqual([94.99, 95, 100]);
});

it('counts nothing for a file V8 never saw', () => {
  const report = measureCoverage([file('src/a.ts', 'export const a = 1;\nexport function f(): void { a; }\n')], { import: [], test: [] });
  expect(report.total).toEqual({ statements: 0, branches: 100, functions: 0, lines: 0 });
});

/** Calls main(1) once and reports what was missed. */
async function missed(body: string) {
  const { coverage, verdict } = await runFixture([file('src/a.ts', body)], [file('tests/a.test.ts', "import { test } from '@oomrl/kit';\nimport { main } from '../src/a';\ntest('one', () => { main(1); });")]);
  expect(verdict.reasons.every((reason) => reason.code === 'COVERAGE')).toBe(true);
  return coverage!.files[0]!;
}

it('sees both sides of every branch', async () => {
  const f = await missed(`export function main(x: number): number {
  let y = x > 0 ? 1 : 2;
  if (x > 0) y += 1;
  if (x > 5) y += 1;
  const a = x > 0 && y;
  const b = x > 0 || y;
  const c = (x as number | null) ?? y;
  switch (x) {
    case 1: y += 1; break;
    case 2: y += 2; break;
    default: y += 3;
  }
  for (const z of [] as number[]) y += z;
  try { y += 1; } catch { y = 0; }
  return y + Number(a) + Number(b) + c;
}
`);
  expect(f.uncoveredBranches.map(({ line, what }) => ({ line, what }))).toEqual([
    { line: 2, what: ': side' }, { line: 3, what: 'no else' }, { line: 4, what: 'if' }, { line: 6, what: 'right side of ||' },
    { line: 7, what: 'right side of ??' }, { line: 10, what: 'case' }, { line: 11, what: 'default' },
  ]);
  expect(f.uncoveredBranches[0]).toEqual({ line: 2, column: 23, what: ': side' });
  // One-liners: the statement inside is missed although its line ran.
  expect(f.statements.total - f.statements.covered).toBe(6); // line 4, case 2 (two), default, loop body, catch
  expect(f.uncoveredLines).toEqual([10, 11]);
});

it('A21: no comment changes a number', async () => {
  const body = (hint: string) => `export function main(x: number): number {\n  ${hint}\n  if (x > 5) {\n    return 2;\n  }\n  return 1;\n}\n${hint}\nexport function other(): number {\n  return 3;\n}\n`;
  const plain = await missed(body(''));
  for (const hint of ['/* c8 ignore next */', '/* v8 ignore start */', '/* istanbul ignore next */', '/* node:coverage disable */', '// @ts-ignore', '/* vitest ignore if */']) expect(await missed(body(hint))).toEqual(plain);
  expect(plain.uncoveredLines).toEqual([4, 10]);
});

it('counts methods, closures, generators and default arguments by themselves', async () => {
  const f = await missed(`class Box {
  v: number;
  constructor(v: number) { this.v = v; }
  twice(): number { return 2 * this.v; }
  never(): number { return 0; }
}
export function main(x: number): number {
  const unused = (): number => 7;
  const used = (): number => x;
  return new Box(used()).twice() + (x > 5 ? unused() : 0);
}
`);
  expect(f.uncoveredFunctions).toEqual([{ line: 5, name: 'never' }, { line: 8, name: '(anonymous)' }]);
  expect(f.functions).toEqual({ covered: 4, total: 6 });
});
