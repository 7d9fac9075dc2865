import { GATE_NAMES, type GateName, type GateResult, type Phase, type SemanticGradient, type Verdict } from '@/server/contracts/verdict';
import { sha256Hex } from '@/server/audit/canonical-json';
import { DEFAULT_LIMITS } from '@/server/sandbox/types';
import { percent } from '../runner/measure-coverage';
import type { CoverageCount, CoverageReport } from '../runner/types';
import { imageHash } from './image-hash';
import type { VerificationState } from './types';

/** Gates without which nothing passes. Baseline and Sim2Real need a baseline and a market, and say so when they are skipped. */
const MANDATORY: Readonly<Record<Phase, readonly GateName[]>> = {
  logic_genesis: ['applies', 'scope', 'sanitizer', 'types', 'ro_lock', 'tests', 'determinism', 'coverage', 'throw_audit'],
  test_genesis: ['applies', 'scope', 'sanitizer', 'ro_lock', 'tests', 'determinism', 'coverage', 'cross_validation'],
};

/** Pass only when every mandatory gate passed and none failed: what could not be shown is no pass. */
export function decideStatus(gates: readonly GateResult[], phase: Phase): Verdict['status'] {
  if (gates.some((g) => g.status === 'error')) return 'error';
  if (gates.some((g) => g.status === 'fail')) return 'fail';
  const passed = (name: GateName) => gates.filter((g) => g.name === name && g.status === 'pass').length === 1;
  return MANDATORY[phase].every(passed) ? 'pass' : 'fail';
}

/** The verdict of a verification, made outside the sandbox from what was seen. */
export function assembleVerdict(state: VerificationState, gates: readonly GateResult[], gradient: SemanticGradient | null, ms: number, backend: string): Verdict {
  const { input, after, coverage, tests } = state;
  const { cpuSeconds, ...limits } = DEFAULT_LIMITS;
  const ordered = [...gates].sort((a, b) => GATE_NAMES.indexOf(a.name) - GATE_NAMES.indexOf(b.name));
  return {
    version: 1,
    status: decideStatus(gates, input.phase),
    phase: input.phase,
    gates: ordered,
    tests: tests?.tests ?? { passed: 0, failed: 0, expected: 0 },
    coverage: coverage && readCoverage(coverage),
    hashes: {
      base: input.basePackage.hashes.package,
      diff: input.diff === null ? null : sha256Hex(typeof input.diff === 'string' ? input.diff : Buffer.from(input.diff).toString('utf8')),
      tests: after.hashes.tests,
      src: after.hashes.src,
      baseline: after.hashes.baseline,
      image: imageHash(after.manifest.language),
    },
    isolation: { backend, network: 'none', user: 'a uid of its own for each process', limits: { ...limits, ...(cpuSeconds === null ? {} : { cpuSeconds }) } },
    sim2real: state.sim2real,
    seed: input.seed,
    gradient,
    ms: Math.round(ms),
  };
}

function readCoverage({ files, total }: CoverageReport): NonNullable<Verdict['coverage']> {
  const ratio = (c: CoverageCount) => percent(c) / 100;
  return {
    lines: total.lines / 100, branches: total.branches / 100, functions: total.functions / 100, statements: total.statements / 100,
    files: files.map((f) => ({
      path: f.path, lines: ratio(f.lines), branches: ratio(f.branches), functions: ratio(f.functions), statements: ratio(f.statements),
      uncoveredLines: f.uncoveredLines, uncoveredBranches: f.uncoveredBranches.map(({ line, column }) => ({ line, column })),
    })),
  };
}
