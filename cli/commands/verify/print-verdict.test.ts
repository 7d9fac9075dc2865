import { expect, it } from 'vitest';
import { gradientSchema, type SemanticGradient, type Verdict } from '@/server/contracts/verdict';
import { printGate, printVerdict } from './print-verdict';

const print = (gradient: Partial<SemanticGradient>, expected = 3) => {
  const whole = gradientSchema.parse({ version: 1, gate: 'coverage', code: 'COVERAGE_LOW', message: 'why', test: null, expected: null, actual: null, frames: [], uncovered: [], patterns: [], diff: null, sim2real: null, limits: [], otherFailures: [], untrusted: false, ...gradient });
  return printVerdict({ status: 'fail', tests: { passed: 0, failed: 0, expected }, ms: 5, gradient: whole } as unknown as Verdict, 'a'.repeat(64));
};

it('tells lines that never ran from ways not taken out of lines that did', () => {
  const text = print({ uncovered: [{ path: 'src/a.ts', lines: [4, 5] }, { path: 'src/b.ts', lines: [], branches: [{ line: 7, column: 21, what: ': side' }] }] });
  expect(text).toContain('  not covered: src/a.ts lines 4, 5\n  not taken: src/b.ts:7:21 : side\n');
  expect(text).not.toContain('src/b.ts lines');
});

it('calls a line whose change nobody notices unchecked, not uncovered', () => {
  expect(print({ code: 'MUTATION_SCORE_LOWER', uncovered: [{ path: 'src/a.ts', lines: [4] }] })).toContain('not checked: src/a.ts line 4\n');
});

it('says that no test ran when an earlier gate ended it', () => {
  expect(print({}, 0)).toContain('FAIL  no test ran, 5 ms');
});

it('prints no 0 for a time that is not one, and nothing for a gate that was not reached', () => {
  const line = (ms: number, status: 'pass' | 'skipped' = 'pass') => printGate({ name: 'types', status, code: 'OK', detail: 'x', ms }).slice(18, 28).trim();
  expect([line(0), line(0.4), line(9.97), line(321.6), line(0, 'skipped')]).toEqual(['< 0.1 ms', '0.4 ms', '10 ms', '322 ms', '']);
});

it('a text of the strategy cannot steer the terminal', () => {
  expect(print({ message: 'red \u001b[31m and \u202e back' })).toContain('red ?[31m and ? back');
});
