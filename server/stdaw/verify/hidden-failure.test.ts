import { expect, it } from 'vitest';
import type { Reason } from '../runner/types';
import { hiddenFailure } from './hidden-failure';
import { reasonsFor } from './read-reasons';
import { determinismGate } from './run-gates';
import type { VerificationState } from './types';

const TEST = 'tests/hidden/law.test.ts > no more than 7142800';
const error = (name: string, untrusted: boolean) => ({ name, message: 'expected 7142800', frames: [{ file: 'tests/hidden/law.test.ts', line: 3, column: 1, fn: '' }], untrusted });
const failed = (name: string, untrusted: boolean): Reason => ({ code: 'TEST_FAIL', message: 'expected 7142800', test: TEST, error: error(name, untrusted) });
const MISSING: Reason = { code: 'TEST_MISSING', message: '8 of 14 tests gave no result' };

it.each<[string, Reason[]]>([
  ['a wrong answer', [failed('AssertionError', true)]],
  ['the strategy threw an error', [failed('RangeError', true)]],
  ['a function changed its arguments', [failed('ImpureFunction', true)]],
  ['a limit was hit', [{ code: 'TIMEOUT', message: 'longer than 2000 ms', test: TEST }, MISSING]],
  ['the strategy gave no answer', [{ code: 'SUBJECT_DIED', message: 'ended with 1', test: TEST }, MISSING]],
  ['a test file could not be used', [{ code: 'COLLECT_ERROR', message: "tests/hidden/law.test.ts: no export named 'lots'", error: error('SyntaxError', false) }, MISSING]],
])('of a held-out test only a category leaves: %s', (category, reasons) => {
  const placed = reasonsFor('tests', reasons);
  expect(placed[0]).toMatchObject({ hidden: true, code: 'HIDDEN_FAIL' });
  const outcome = hiddenFailure(placed);
  expect(outcome).toMatchObject({ code: 'HIDDEN_FAIL', detail: `1 held-out test failed (${category})${reasons.length > 1 ? ' and ended the run' : '; the visible ones passed'}.` });
  expect(JSON.stringify(outcome)).not.toMatch(/7142800|law|lots/);
});

it('a visible failure comes first, the results that are missing because of it last', () => {
  const visible: Reason = { code: 'TEST_FAIL', message: 'no', test: 'tests/a.test.ts > a' };
  expect(reasonsFor('tests', [MISSING, failed('AssertionError', true), visible]).map((r) => r.reason)).toEqual([visible, failed('AssertionError', true), MISSING]);
  expect(reasonsFor('tests', [MISSING])[0]).toMatchObject({ code: 'TEST_MISSING', hidden: false });
});

it('a call that was answered differently is told without its arguments where held-out tests may have made it', async () => {
  const run = (ids: string[]) => determinismGate.run({
    tests: { reasons: [{ code: 'NON_DETERMINISTIC', message: 'f answered differently when it was called again with [7142800]', file: 'src/a.ts' }] },
    evidence: { plan: { ids }, replay: { calls: 3, mismatch: { module: 'src/a.ts', fn: 'f', args: '[7142800]' } } },
  } as unknown as VerificationState);
  expect(JSON.stringify(await run(['tests/a.test.ts > a']))).toContain('7142800');
  const told = JSON.stringify(await run(['tests/a.test.ts > a', TEST]));
  expect(told).toContain('f of src/a.ts answered differently');
  expect(told).not.toContain('7142800');
});
