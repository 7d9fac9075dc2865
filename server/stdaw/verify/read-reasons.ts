import type { GateName, ReasonCode } from '@/server/contracts/verdict';
import type { Reason, ReasonCode as RunReason } from '../runner/types';
import { isHidden } from './package-files';

type Place = { readonly gate: GateName; readonly code: ReasonCode };
const at = (gate: GateName, code: ReasonCode): Place => ({ gate, code });

/** Which gate a reason of the run belongs to, in order of importance: the first that is present names the failure. */
const PLACES: Readonly<Record<RunReason, Place>> = {
  TESTS_CHANGED: at('ro_lock', 'TESTS_CHANGED'),
  SOURCES_CHANGED: at('ro_lock', 'SOURCE_CHANGED'),
  PLAN_ERROR: at('tests', 'PLAN_MISMATCH'),
  NON_ERASABLE: at('tests', 'LOAD_FAILED'),
  TIMEOUT: at('tests', 'TIMEOUT'),
  OUTPUT_FLOOD: at('tests', 'LIMIT_HIT'),
  PROTOCOL_VIOLATION: at('tests', 'PROTOCOL_VIOLATION'),
  SUBJECT_DIED: at('tests', 'SUBJECT_DIED'),
  JUDGE_CRASH: at('tests', 'JUDGE_DIED'),
  LOAD_ERROR: at('tests', 'LOAD_FAILED'),
  COLLECT_ERROR: at('tests', 'LOAD_FAILED'),
  NO_TESTS: at('tests', 'NO_TESTS'),
  TEST_UNPLANNED: at('tests', 'PLAN_MISMATCH'),
  TEST_FAIL: at('tests', 'TEST_FAILED'),
  TEST_MISSING: at('tests', 'TEST_MISSING'),
  NO_END: at('tests', 'JUDGE_DIED'),
  NON_DETERMINISTIC: at('determinism', 'NON_DETERMINISTIC'),
  NO_REPLAY: at('determinism', 'NON_DETERMINISTIC'),
  NO_COVERAGE: at('coverage', 'COVERAGE_MISSING'),
  COVERAGE: at('coverage', 'COVERAGE_LOW'),
};
/** V8's words for a write to a frozen object: what modules keep is frozen after loading. */
const WRITES_STATE = /^Cannot (?:assign to read only property|add property|delete property|redefine property)|object is not extensible/;
const ORDER = Object.keys(PLACES) as RunReason[];

export interface PlacedReason extends Place {
  readonly reason: Reason;
  /** Concerns held-out tests only: nothing but the category may leave. */
  readonly hidden: boolean;
}

/** Visible failures, then hidden ones, then what only follows from a run that was stopped: that so many tests gave no result. */
const rank = ({ hidden, reason }: PlacedReason) => (hidden ? 1 : reason.code === 'TEST_MISSING' && reason.test === undefined ? 2 : 0);

/** The reasons of one gate, most important first; a visible failure comes before a hidden one. */
export function reasonsFor(gate: GateName, reasons: readonly Reason[]): PlacedReason[] {
  return reasons
    .map(placeReason)
    .filter((r) => r.gate === gate)
    .sort((a, b) => rank(a) - rank(b) || ORDER.indexOf(a.reason.code) - ORDER.indexOf(b.reason.code));
}

function placeReason(reason: Reason): PlacedReason {
  const hidden = isHidden(reason.test ?? reason.file ?? '') || (reason.code === 'COLLECT_ERROR' && isHidden(reason.error?.frames[0]?.file ?? reason.error?.message ?? ''));
  const place = PLACES[reason.code];
  if (hidden) return { gate: place.gate, code: 'HIDDEN_FAIL', reason, hidden };
  if (reason.test?.startsWith('baseline/') && (reason.code === 'TEST_FAIL' || reason.code === 'TEST_MISSING')) return { gate: 'baseline', code: 'BASELINE_MISMATCH', reason, hidden };
  if (reason.code === 'TEST_FAIL' && reason.error?.name === 'ImpureFunction') return { gate: 'tests', code: 'IMPURE_FUNCTION', reason, hidden };
  if (reason.code === 'TEST_FAIL' && reason.error?.untrusted && WRITES_STATE.test(reason.error.message)) return { gate: 'tests', code: 'IMPURE_FUNCTION', reason, hidden };
  return { ...place, reason, hidden };
}
