import { percent } from './measure-coverage';
import type { CoverageKind, CoverageReport, HashAnchor, Reason, RunEvidence, TestPlan, TestVerdict, VerdictPolicy } from './types';

const KINDS: CoverageKind[] = ['statements', 'branches', 'functions', 'lines'];

/**
 * The verdict, a pure function of what was seen. A pass needs every piece: each planned test passed exactly once and no other,
 * one end, no fault, coverage, replay, unchanged hashes. Whatever is missing, doubled or unexpected is a reason to fail.
 */
export function judgeVerdict(plan: TestPlan, evidence: RunEvidence, coverage: CoverageReport | null, anchor: HashAnchor, policy: VerdictPolicy): TestVerdict {
  const reasons: Reason[] = evidence.faults.map(({ code, message, test, file, line }) => ({
    code, message, ...(test === undefined ? {} : { test }), ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { lines: [line] }),
  }));
  const add = (reason: Reason): void => {
    // The orchestrator's own words come first; a consequence of the same kind is not said twice.
    if (!reasons.some((r) => r.code === reason.code && r.message === reason.message && r.test === reason.test)) reasons.push(reason);
  };
  for (const problem of plan.problems) add({ code: 'PLAN_ERROR', message: `${problem.file}:${problem.line}: ${problem.message}`, file: problem.file, lines: [problem.line] });
  if (evidence.exits !== null) {
    judgeEvents(evidence, add);
    judgeTests(plan, evidence, add);
    judgeReplay(evidence, policy, add);
  } else if (reasons.length === 0) {
    add({ code: 'NO_END', message: 'the tests were not run' });
  }
  judgeHashes(evidence, anchor, add);
  const passed = plan.ids.filter((id) => evidence.tests.filter((test) => test.id === id && test.ok).length === 1).length;
  // Coverage of a run that stopped says nothing about the tests, and such a run has failed already.
  const ran = evidence.events.some((event) => event.t === 'end') && !evidence.events.some((event) => event.t === 'collect' || (event.t === 'load' && !event.ok));
  if (evidence.exits !== null && ran) judgeCoverage(evidence, coverage, policy, add);
  return { status: reasons.length === 0 ? 'pass' : 'fail', reasons, tests: { passed, failed: evidence.tests.filter((test) => !test.ok).length, expected: plan.ids.length } };
}

type Add = (reason: Reason) => void;

function judgeEvents(evidence: RunEvidence, add: Add): void {
  const loads = evidence.events.filter((event) => event.t === 'load');
  const failedLoad = loads.find((event) => !event.ok);
  if (failedLoad) add({ code: 'LOAD_ERROR', message: `the strategy could not be loaded: ${failedLoad.error?.message ?? 'no reason given'}`, ...(failedLoad.error ? { error: failedLoad.error } : {}) });
  const collect = evidence.events.find((event) => event.t === 'collect');
  if (collect) add({ code: 'COLLECT_ERROR', message: `the tests could not be loaded: ${collect.error.message}`, error: collect.error });
  if (evidence.faults.length > 0) return; // the run was stopped, and why is said already
  const ends = evidence.events.filter((event) => event.t === 'end').length;
  if (ends !== 1 || evidence.events.at(-1)?.t !== 'end') add({ code: 'NO_END', message: `the judge did not end its report once and last (${ends} ends)` });
  if (loads.length !== 1) add({ code: 'NO_END', message: `the judge reported ${loads.length} loads of the strategy instead of one` });
  const judge = evidence.exits?.judge;
  if (judge && (judge.code !== 0 || judge.killedBy !== null)) add({ code: 'JUDGE_CRASH', message: `the judge ended with ${judge.killedBy ?? judge.signal ?? judge.code}` });
}

function judgeTests(plan: TestPlan, evidence: RunEvidence, add: Add): void {
  if (plan.ids.length === 0) add({ code: 'NO_TESTS', message: 'the package has no tests' });
  const planned = new Set(plan.ids);
  const loadFailed = evidence.events.some((event) => (event.t === 'load' && !event.ok) || event.t === 'collect');
  for (const test of evidence.tests) {
    if (!test.ok) add({ code: 'TEST_FAIL', message: test.error?.message ?? 'failed', test: test.id, ...(test.error ? { error: test.error } : {}) });
    if (!planned.has(test.id)) add({ code: 'TEST_UNPLANNED', message: 'a test ran that is not in the plan', test: test.id });
  }
  const missing = plan.ids.filter((id) => !evidence.tests.some((test) => test.id === id));
  for (const id of plan.ids) {
    const results = evidence.tests.filter((test) => test.id === id).length;
    if (results > 1) add({ code: 'TEST_UNPLANNED', message: `the test gave ${results} results`, test: id });
  }
  if (missing.length > 0 && (loadFailed || evidence.faults.length > 0)) add({ code: 'TEST_MISSING', message: `${missing.length} of ${plan.ids.length} tests gave no result` });
  else for (const id of missing) add({ code: 'TEST_MISSING', message: 'the test gave no result', test: id });
}

function judgeReplay(evidence: RunEvidence, policy: VerdictPolicy, add: Add): void {
  const { replay } = evidence;
  if (replay?.mismatch) {
    const { module, fn, args } = replay.mismatch;
    add({ code: 'NON_DETERMINISTIC', message: `${fn} answered differently when it was called again with ${args}`, file: module });
  }
  if (replay === null && (policy.requireReplay ?? true) && evidence.events.some((event) => event.t === 'end') && evidence.tests.length > 0) {
    add({ code: 'NO_REPLAY', message: 'the calls were not replayed' });
  }
}

function judgeHashes(evidence: RunEvidence, anchor: HashAnchor, add: Add): void {
  if (anchor.testsBefore !== evidence.hashes.tests || anchor.testsAfter !== anchor.testsBefore) {
    add({ code: 'TESTS_CHANGED', message: `the hash of the tests is ${anchor.testsBefore.slice(0, 12)} before, ${evidence.hashes.tests.slice(0, 12)} in the run, ${anchor.testsAfter.slice(0, 12)} after` });
  }
  if (anchor.sourcesBefore !== evidence.hashes.sources) add({ code: 'SOURCES_CHANGED', message: 'the sources that ran are not the sources that were checked' });
}

function judgeCoverage(evidence: RunEvidence, coverage: CoverageReport | null, policy: VerdictPolicy, add: Add): void {
  if (evidence.coverage === null || coverage === null) {
    add({ code: 'NO_COVERAGE', message: 'the strategy process left no coverage' });
    return;
  }
  for (const kind of KINDS) {
    if (coverage.total[kind] < policy.coverageThreshold) add({ code: 'COVERAGE', message: `${kind}: ${coverage.total[kind]} % of the package covered, ${policy.coverageThreshold} % needed` });
  }
  for (const path of policy.strictFiles ?? []) {
    const file = coverage.files.find((f) => f.path === path);
    if (!file) {
      add({ code: 'NO_COVERAGE', message: `there is no coverage of ${path}`, file: path });
      continue;
    }
    for (const kind of KINDS) {
      if (percent(file[kind]) < policy.coverageThreshold) {
        add({ code: 'COVERAGE', message: `${kind}: ${percent(file[kind])} % of ${path} covered, ${policy.coverageThreshold} % needed`, file: path, lines: linesOf(file, kind) });
      }
    }
  }
}

function linesOf(file: CoverageReport['files'][number], kind: CoverageKind): number[] {
  if (kind === 'branches') return [...new Set(file.uncoveredBranches.map((b) => b.line))];
  if (kind === 'functions') return file.uncoveredFunctions.map((f) => f.line);
  return file.uncoveredLines;
}
