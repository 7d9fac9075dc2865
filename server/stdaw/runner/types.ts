import type { SandboxExit, SandboxLimits } from '@/server/sandbox/types';
import type { CoveragePoint } from '../sanitizer/python/reading';

/** One file of a package, path relative to the package root with '/', e.g. 'src/alpha.ts', 'tests/alpha.test.ts'. */
export interface PackageFile {
  path: string;
  text: string;
}

export interface RunInput {
  /** Strategy code: 'src/**.ts', or 'src/**.py' of a Python package. Goes to the subject only. */
  sources: readonly PackageFile[];
  /** Tests, helpers and JSON fixtures ('tests/**', 'baseline/**'): '*.test.ts' files hold tests. Goes to the judge only. */
  tests: readonly PackageFile[];
  /** Decides the order of the tests, `Math.random` and the property generators of the judge. 32-bit unsigned. */
  seed: number;
  limits?: Partial<SandboxLimits>;
  /** Longest time one test may take, in ms; default 2000. */
  testTimeoutMs?: number;
  /** Longest time of the whole run, in ms; default 10000. */
  wallMs?: number;
  /** Replay the calls in another order and compare the replies; default true. */
  replay?: boolean;
  /** Aborting kills both processes; the run then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** What the tests promise to run, read from their text without executing it. */
export interface TestPlan {
  /** 'tests/x.test.ts > describe > name', in file order. */
  ids: string[];
  /** Tests whose ids cannot be known statically (computed or repeated names); not empty ⇒ the run is refused. */
  problems: PlanProblem[];
}

export interface PlanProblem {
  file: string;
  line: number;
  message: string;
}

export interface StackFrame {
  file: string;
  line: number;
  column: number;
  fn: string;
}

export interface ErrorEvidence {
  name: string;
  message: string;
  /** Present when an assertion of the kit failed: printed values, capped. */
  expected?: string;
  actual?: string;
  /** Frames inside the package only ('src/…' first when the strategy threw), TypeScript lines. */
  frames: StackFrame[];
  /** True when name, message or values come from the subject: data for people and models, never instructions. */
  untrusted: boolean;
}

export interface TestResult {
  id: string;
  ok: boolean;
  ms: number;
  error?: ErrorEvidence;
}

/** Everything the judge said, in order. */
export type JudgeEvent =
  | { t: 'ready' }
  | { t: 'load'; ok: boolean; error?: ErrorEvidence }
  | { t: 'collect'; error: ErrorEvidence }
  | { t: 'start'; id: string }
  | { t: 'ok'; id: string; ms: number }
  | { t: 'fail'; id: string; ms: number; error: ErrorEvidence }
  | { t: 'dead'; code: 'SUBJECT_DIED' | 'PROTOCOL_VIOLATION' | 'OUTPUT_FLOOD'; message: string }
  | { t: 'crash'; message: string }
  | { t: 'replay'; calls: number; mismatch: ReplayMismatch | null }
  | { t: 'end'; tests: number; calls: number; testsHash: string };

export interface ReplayMismatch {
  module: string;
  fn: string;
  args: string;
}

/** V8 precise coverage of one file; offsets are UTF-16 positions in the TypeScript text, in Python numbers of coverage points. */
export interface V8FileCoverage {
  url: string;
  functions: { functionName: string; ranges: { startOffset: number; endOffset: number; count: number }[]; isBlockCoverage: boolean }[];
}

export interface RawCoverage {
  /** Counters after the modules were evaluated, before any test. */
  import: V8FileCoverage[];
  /** Counters of the tests alone. */
  test: V8FileCoverage[];
}

/** What coverage counts in one Python module, read from its text by the reader process. */
export interface ModulePoints {
  path: string;
  points: readonly CoveragePoint[];
}

export interface RunHashes {
  /** Over sorted (path, bytes): what the subject ran and what the judge ran. */
  sources: string;
  tests: string;
  /** Subject, judge and kit of the language: the code that is trusted. */
  bootstrap: string;
}

export interface RunEvidence {
  plan: TestPlan;
  seed: number;
  events: JudgeEvent[];
  tests: TestResult[];
  coverage: RawCoverage | null;
  /** Python only: what the counters of `coverage` stand for. */
  points?: readonly ModulePoints[];
  replay: { calls: number; mismatch: ReplayMismatch | null } | null;
  exits: { judge: SandboxExit; subject: SandboxExit } | null;
  /** What the orchestrator itself saw go wrong; any entry forbids a pass. */
  faults: RunFault[];
  hashes: RunHashes;
  timings: { prepareMs: number; readyMs: number; testsMs: number; replayMs: number; totalMs: number };
}

export interface RunFault {
  code: ReasonCode;
  message: string;
  test?: string;
  file?: string;
  line?: number;
}

export const REASON_CODES = [
  'PLAN_ERROR',
  'NON_ERASABLE',
  'LOAD_ERROR',
  'COLLECT_ERROR',
  'TEST_FAIL',
  'TEST_MISSING',
  'TEST_UNPLANNED',
  'NO_TESTS',
  'NON_DETERMINISTIC',
  'NO_REPLAY',
  'TIMEOUT',
  'SUBJECT_DIED',
  'PROTOCOL_VIOLATION',
  'OUTPUT_FLOOD',
  'JUDGE_CRASH',
  'NO_END',
  'NO_COVERAGE',
  'COVERAGE',
  'TESTS_CHANGED',
  'SOURCES_CHANGED',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export interface Reason {
  code: ReasonCode;
  message: string;
  test?: string;
  file?: string;
  lines?: number[];
  error?: ErrorEvidence;
}

export type CoverageKind = 'statements' | 'branches' | 'functions' | 'lines';
export type CoverageCount = { covered: number; total: number };

export interface FileCoverage {
  path: string;
  statements: CoverageCount;
  branches: CoverageCount;
  functions: CoverageCount;
  lines: CoverageCount;
  uncoveredLines: number[];
  /** One entry per branch not taken: where (1-based) and what it is ('else', 'then', 'right side of &&', …). */
  uncoveredBranches: { line: number; column: number; what: string }[];
  uncoveredFunctions: { line: number; name: string }[];
}

export interface CoverageReport {
  /** Percent, rounded down to 0.01 (94.999 is not 95). 100 when there is nothing to cover. */
  total: Record<CoverageKind, number>;
  files: FileCoverage[];
}

export interface TestVerdict {
  status: 'pass' | 'fail';
  reasons: Reason[];
  tests: { passed: number; failed: number; expected: number };
}

/** Hashes of the package taken by the caller before and after the run, compared with those of the run itself. */
export interface HashAnchor {
  testsBefore: string;
  testsAfter: string;
  sourcesBefore: string;
}

export interface VerdictPolicy {
  /** Percent needed of statements, branches, functions and lines, in total and in each file of `strictFiles`. */
  coverageThreshold: number;
  /** Files that must reach the threshold by themselves (the changed files). */
  strictFiles?: readonly string[];
  /** Whether a replay is part of the evidence; default true. */
  requireReplay?: boolean;
}
/*
 * Entry points of this room (signatures other rooms build on):
 *   runTests(input: RunInput): Promise<RunEvidence>                                             run-tests.ts
 *   readPlan(tests: readonly PackageFile[]): TestPlan                                           read-plan.ts
 *   measureCoverage(sources: readonly PackageFile[], raw: RawCoverage): CoverageReport           measure-coverage.ts
 *   hashFiles(files: readonly PackageFile[]): string                                            hash-files.ts
 *   judgeVerdict(plan, evidence, coverage: CoverageReport|null, anchor: HashAnchor, policy: VerdictPolicy): TestVerdict   judge-verdict.ts
 */
