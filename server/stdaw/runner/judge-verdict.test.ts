import { expect, it } from 'vitest';
import { judgeVerdict } from './judge-verdict';
import type { CoverageKind, CoverageReport, HashAnchor, RunEvidence, TestPlan } from './types';

const plan: TestPlan = { ids: ['a', 'b'], problems: [] };
const exit = { code: 0, signal: null, killedBy: null, ms: 1, stdout: '', stderr: '' };
const anchor: HashAnchor = { testsBefore: 't', testsAfter: 't', sourcesBefore: 's' };
const policy = { coverageThreshold: 95 };

function good(): RunEvidence {
  return {
    plan, seed: 1,
    events: [{ t: 'ready' }, { t: 'load', ok: true }, { t: 'start', id: 'a' }, { t: 'ok', id: 'a', ms: 1 }, { t: 'start', id: 'b' }, { t: 'ok', id: 'b', ms: 1 }, { t: 'replay', calls: 9, mismatch: null }, { t: 'end', tests: 2, calls: 3, testsHash: 'h' }],
    tests: [{ id: 'a', ok: true, ms: 1 }, { id: 'b', ok: true, ms: 1 }],
    coverage: { import: [], test: [] },
    replay: { calls: 9, mismatch: null },
    exits: { judge: exit, subject: exit },
    faults: [],
    hashes: { sources: 's', tests: 't', bootstrap: 'b' },
    timings: { prepareMs: 0, readyMs: 0, testsMs: 0, replayMs: 0, totalMs: 0 },
  };
}

function covered(percents: Partial<Record<CoverageKind, number>> = {}, file: Partial<Record<CoverageKind, [number, number]>> = {}): CoverageReport {
  const count = (kind: CoverageKind) => ({ covered: file[kind]?.[0] ?? 10, total: file[kind]?.[1] ?? 10 });
  return {
    total: { statements: 100, branches: 100, functions: 100, lines: 100, ...percents },
    files: [{ path: 'src/a.ts', statements: count('statements'), branches: count('branches'), functions: count('functions'), lines: count('lines'), uncoveredLines: [4], uncoveredBranches: [{ line: 5, column: 3, what: 'if' }], uncoveredFunctions: [] }],
  };
}

it('passes when every piece is there', () => {
  expect(judgeVerdict(plan, good(), covered(), anchor, policy)).toEqual({ status: 'pass', reasons: [], tests: { passed: 2, failed: 0, expected: 2 } });
});

const damages: [string, string, (e: RunEvidence) => void][] = [
  ['no end', 'NO_END', (e) => { e.events.pop(); }],
  ['two ends', 'NO_END', (e) => { e.events.push(e.events.at(-1)!); }],
  ['something after the end', 'NO_END', (e) => { e.events.push({ t: 'start', id: 'a' }); }],
  ['no load', 'NO_END', (e) => { e.events.splice(1, 1); }],
  ['a failed load', 'LOAD_ERROR', (e) => { e.events[1] = { t: 'load', ok: false }; }],
  ['a test without result', 'TEST_MISSING', (e) => { e.tests.pop(); }],
  ['no test at all', 'TEST_MISSING', (e) => { e.tests = []; }],
  ['a result twice', 'TEST_UNPLANNED', (e) => { e.tests.push(e.tests[0]!); }],
  ['an unplanned test', 'TEST_UNPLANNED', (e) => { e.tests.push({ id: 'c', ok: true, ms: 1 }); }],
  ['a failed test', 'TEST_FAIL', (e) => { e.tests[1] = { id: 'b', ok: false, ms: 1 }; }],
  ['no coverage', 'NO_COVERAGE', (e) => { e.coverage = null; }],
  ['no replay', 'NO_REPLAY', (e) => { e.replay = null; }],
  ['another answer in the replay', 'NON_DETERMINISTIC', (e) => { e.replay = { calls: 1, mismatch: { module: 'src/a.ts', fn: 'f', args: '[]' } }; }],
  ['a fault', 'TIMEOUT', (e) => { e.faults.push({ code: 'TIMEOUT', message: 'slow', test: 'a' }); }],
  ['a judge that crashed', 'JUDGE_CRASH', (e) => { e.exits!.judge = { ...exit, code: 1 }; }],
  ['no processes', 'NO_END', (e) => { e.exits = null; }],
  ['other tests than hashed', 'TESTS_CHANGED', (e) => { e.hashes.tests = 'x'; }],
  ['other sources than checked', 'SOURCES_CHANGED', (e) => { e.hashes.sources = 'x'; }],
];
it.each(damages)('A17: %s → %s', (_name, code, damage) => {
  const evidence = structuredClone(good());
  damage(evidence);
  const verdict = judgeVerdict(plan, evidence, covered(), anchor, policy);
  expect(verdict.status).toBe('fail');
  expect(verdict.reasons.map((reason) => reason.code)).toContain(code);
});

it('A18: tests that changed on disk during the run fail', () => {
  expect(judgeVerdict(plan, good(), covered(), { ...anchor, testsAfter: 'u' }, policy).reasons[0]?.code).toBe('TESTS_CHANGED');
});

it('no tests is no pass', () => {
  const evidence = { ...good(), tests: [] };
  expect(judgeVerdict({ ids: [], problems: [] }, evidence, covered(), anchor, policy).reasons[0]?.code).toBe('NO_TESTS');
});

it.each(['statements', 'branches', 'functions', 'lines'] as const)('A20: %s at 95 passes, at 94.99 fails, in total and per changed file', (kind) => {
  const strict = { ...policy, strictFiles: ['src/a.ts'] };
  expect(judgeVerdict(plan, good(), covered({ [kind]: 95 }, { [kind]: [95, 100] }), anchor, strict).status).toBe('pass');
  expect(judgeVerdict(plan, good(), covered({ [kind]: 94.99 }), anchor, policy).reasons).toMatchObject([{ code: 'COVERAGE' }]);
  expect(judgeVerdict(plan, good(), covered({}, { [kind]: [9499, 10_000] }), anchor, strict).reasons).toMatchObject([{ code: 'COVERAGE', file: 'src/a.ts' }]);
  expect(judgeVerdict(plan, good(), covered({}, { [kind]: [9499, 10_000] }), anchor, policy).status).toBe('pass');
});

it('a changed file without coverage fails', () => {
  expect(judgeVerdict(plan, good(), covered(), anchor, { ...policy, strictFiles: ['src/new.ts'] }).reasons).toMatchObject([{ code: 'NO_COVERAGE', file: 'src/new.ts' }]);
  expect(judgeVerdict(plan, good(), null, anchor, policy).reasons).toMatchObject([{ code: 'NO_COVERAGE' }]);
});
