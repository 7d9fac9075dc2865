import { anchorOf } from '../anchor/tests-lock';
import { coverageOf } from '../runner/coverage-of';
import { hashFiles } from '../runner/hash-files';
import { judgeVerdict } from '../runner/judge-verdict';
import { runTests } from '../runner/run-tests';
import type { RunEvidence } from '../runner/types';
import { atDeclaration } from './at-declaration';
import { coverageThreshold } from './coverage-threshold';
import { noteWork } from './gate-times';
import { hiddenFailure } from './hidden-failure';
import { notCovered } from './not-covered';
import { isHidden } from './package-files';
import { type PlacedReason, reasonsFor } from './read-reasons';
import { fail, type Gate, type GateOutcome, pass, skip, type VerificationState } from './types';

/** The tests and thresholds people accepted are those that will be used. What happened to them during the run is looked at again afterwards. */
export const roLockGate: Gate = {
  name: 'ro_lock',
  run({ input, after }) {
    for (const { origin, tests } of [...(input.accepted ?? []), { origin: 'the package before the proposal', tests: anchorOf(input.basePackage) }]) {
      const part = input.phase === 'test_genesis' ? null : after.hashes.tests !== tests.tests ? 'tests' : after.hashes.baseline !== tests.baseline ? 'baseline' : null;
      if (part === null && after.hashes.manifest !== tests.manifest) return fail('MANIFEST_CHANGED', `strategy.json is not the accepted one: hash ${after.hashes.manifest.slice(0, 12)} instead of ${tests.manifest.slice(0, 12)} of ${origin}. Its thresholds are the package owner's: the owner accepts them (oomrl verify --package DIR --accept-tests) and commits, anyone else puts the file back.`);
      if (part) return fail('TESTS_CHANGED', `The ${part} of the package ${part === 'tests' ? 'are' : 'is'} not the accepted ${part}: hash ${after.hashes[part].slice(0, 12)} instead of ${tests[part].slice(0, 12)} of ${origin}. A person who changed them accepts them (oomrl verify --package DIR --accept-tests) and commits; otherwise find out who wrote to the directory.`);
    }
    if (input.phase === 'test_genesis' && after.hashes.src !== input.basePackage.hashes.src) return fail('SOURCE_CHANGED', 'The source changed in Test Genesis.');
    return pass(`Tests ${after.hashes.tests.slice(0, 12)} are anchored and mounted read-only, in the judge alone.`);
  },
};

/** Null when the run left tests and source as they were anchored. */
export function breachOfLock(state: VerificationState): GateOutcome | null {
  const [reason] = reasonsFor('ro_lock', state.tests?.reasons ?? []);
  return reason ? fail(reason.code, `During the run ${reason.reason.message}.`) : null;
}

/** Tests in the judge, strategy in the subject; the verdict is computed here from what both left. */
export const testsGate: Gate = {
  name: 'tests',
  async run(state) {
    const { input, after } = state;
    const tests = [...after.tests, ...after.baseline];
    const testsBefore = hashFiles(tests);
    const started = performance.now();
    state.evidence = await runTests({ sources: after.sources, tests, seed: input.seed, ...(input.signal ? { signal: input.signal } : {}) });
    const ran = performance.now();
    state.coverage = coverageOf(state.evidence, after.sources);
    noteWork(state.workAhead, performance.now() - started, { determinism: state.evidence.timings.replayMs, coverage: performance.now() - ran, baseline: baselineMs(state.evidence) });
    const anchor = { testsBefore, testsAfter: testsAfter(state, testsBefore), sourcesBefore: hashFiles(after.sources) };
    state.tests = judgeVerdict(state.evidence.plan, state.evidence, state.coverage, anchor, { coverageThreshold: coverageThreshold(input), strictFiles: state.changedSources });
    const reasons = reasonsFor('tests', state.tests.reasons);
    const { passed, expected } = state.tests.tests;
    return reasons[0] ? testFailure(reasons, state) : pass(`${expected === 1 ? 'The one test' : `All ${expected} tests`} passed (seed ${input.seed}).`, { passed, expected });
  },
};

/** What the tests of the baseline say they took; a judge of tests that an agent wrote may say anything, so no more than the run took. */
function baselineMs({ tests, timings }: RunEvidence): number {
  const sum = tests.reduce((ms, t) => (t.id.startsWith('baseline/') ? ms + Math.max(0, t.ms) : ms), 0);
  return Math.min(sum, Math.max(0, timings.testsMs - timings.replayMs));
}

/** Hash of the tests where they live, after the run; without a place they cannot have changed. */
function testsAfter({ input }: VerificationState, before: string): string {
  if (!input.reread) return before;
  try {
    const now = input.reread().hashes;
    return now.tests === input.basePackage.hashes.tests && now.baseline === input.basePackage.hashes.baseline ? before : now.tests;
  } catch {
    return 'unreadable';
  }
}

function testFailure(reasons: readonly PlacedReason[], { after }: VerificationState): GateOutcome {
  const { code, reason, hidden } = reasons[0]!;
  const failures = [...new Set(reasons.flatMap((r) => (r.reason.test && !r.hidden ? [r.reason.test] : [])))];
  if (hidden) return hiddenFailure(reasons);
  const { error } = reason;
  const where = reason.test ? `${reason.test}: ` : '';
  return fail(code, `${where}${reason.message}`.slice(0, 600), {
    message: `${where}${error?.name ? `${error.name}: ` : ''}${error?.message ?? reason.message}`,
    test: reason.test ?? null,
    expected: error?.expected ?? null,
    actual: error?.actual ?? null,
    frames: (error?.name === 'ImpureFunction' ? error.frames.map((f) => atDeclaration(f, after.sources)) : (error?.frames ?? [])).map((f) => ({ path: f.file, line: f.line, column: f.column, fn: f.fn || null })),
    limits: code === 'TIMEOUT' || code === 'LIMIT_HIT' ? [reason.message] : [],
    otherFailures: failures.filter((id) => id !== reason.test),
    untrusted: true,
  }, { failed: failures, reasons: reasons.filter((r) => !r.hidden).slice(0, 50).map((r) => ({ code: r.code, test: r.reason.test ?? null, message: r.reason.message })) });
}

/** The same calls in another order gave the same answers. */
export const determinismGate: Gate = {
  name: 'determinism',
  run({ tests, evidence }) {
    const [reason] = reasonsFor('determinism', tests?.reasons ?? []);
    const mismatch = evidence?.replay?.mismatch;
    // The arguments may be those of a held-out test: nobody knows which test made the call.
    const said = mismatch && evidence.plan.ids.some(isHidden) ? `${mismatch.fn} of ${mismatch.module} answered differently when it was called again` : reason?.reason.message;
    if (reason) return fail(reason.code, `A call gave another answer when it was repeated: ${said}.`, { untrusted: true });
    return pass(`${evidence?.replay?.calls ?? 0} calls replayed in another order gave the same answers.`);
  },
};

export const coverageGate: Gate = {
  name: 'coverage',
  run({ input, tests, coverage, types }) {
    const reasons = reasonsFor('coverage', tests?.reasons ?? []);
    const threshold = coverageThreshold(input);
    const unused = types && 'inspection' in types ? types.inspection.unused : [];
    const [unread] = unused;
    if (!reasons[0] && unread) return fail('COVERAGE_FORGED', `${unread.path}:${unread.line} ${unread.message} Code that runs only to be covered does not count; remove it.`, { frames: unused.map((u) => ({ path: u.path, line: u.line, column: u.column, fn: null })), untrusted: true });
    if (!reasons[0]) return pass(`Covered: ${Object.entries(coverage?.total ?? {}).map(([kind, percent]) => `${kind} ${percent} %`).join(', ')}; ${threshold} % is needed in total and in each changed file.`, { threshold, total: coverage?.total });
    return fail(reasons[0].code, reasons.map((r) => r.reason.message).slice(0, 4).join('; '), { uncovered: notCovered(coverage?.files ?? []) }, { threshold, total: coverage?.total });
  },
};

/** The human-curated baseline ran with the tests; its results are a gate of their own. */
export const baselineGate: Gate = {
  name: 'baseline',
  run({ tests, evidence }) {
    const ids = (evidence?.plan.ids ?? []).filter((id) => id.startsWith('baseline/'));
    const reasons = reasonsFor('baseline', tests?.reasons ?? []);
    const first = reasons[0]?.reason;
    if (first) {
      return fail('BASELINE_MISMATCH', `${reasons.length} of ${ids.length} baseline values disagree, first ${first.test}: ${first.message}`.slice(0, 600), {
        message: `Baseline Mismatch: ${first.test}: ${first.error?.message ?? first.message}`, test: first.test ?? null, expected: first.error?.expected ?? null, actual: first.error?.actual ?? null,
        frames: (first.error?.frames ?? []).map((f) => ({ path: f.file, line: f.line, column: f.column, fn: f.fn || null })), otherFailures: reasons.slice(1).map((r) => r.reason.test ?? ''), untrusted: true,
      });
    }
    return ids.length > 0 ? pass(`${ids.length === 1 ? 'The one test' : `All ${ids.length} tests`} of the human-curated baseline ${ids.length === 1 ? 'agrees' : 'agree'}.`) : skip('The package has no baseline tests.');
  },
};
