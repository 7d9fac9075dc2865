import type { PlacedReason } from './read-reasons';
import { fail, type GateOutcome } from './types';

/**
 * What leaves about held-out tests: that they failed, how many, and a category. Neither names nor inputs nor values do; the category tells
 * an agent what kind of fault to look for, not where.
 */
export function hiddenFailure(reasons: readonly PlacedReason[]): GateOutcome {
  const failed = reasons.filter((r) => r.hidden);
  const categories = [...new Set(failed.map(categoryOf))].join(', ');
  const stopped = failed.length < reasons.length;
  return fail('HIDDEN_FAIL', `${failed.length} held-out ${failed.length === 1 ? 'test' : 'tests'} failed (${categories})${stopped ? ' and ended the run' : '; the visible ones passed'}.`, {
    message: `Held-out tests failed (${categories}): the change holds on the visible examples but not in general.`,
  });
}

function categoryOf({ reason }: PlacedReason): string {
  if (reason.code === 'TIMEOUT' || reason.code === 'OUTPUT_FLOOD') return 'a limit was hit';
  if (reason.code === 'PLAN_ERROR' || reason.code === 'COLLECT_ERROR' || reason.code === 'TEST_UNPLANNED') return 'a test file could not be used';
  if (reason.code !== 'TEST_FAIL') return 'the strategy gave no answer';
  if (reason.error?.name === 'ImpureFunction') return 'a function changed its arguments';
  return reason.error?.name === 'AssertionError' || !reason.error?.untrusted ? 'a wrong answer' : 'the strategy threw an error';
}
