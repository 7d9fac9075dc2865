import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import { AppError } from '@/server/contracts/errors';
import { GATE_NAMES, type GateResult, type SemanticGradient, type Verdict, verdictSchema } from '@/server/contracts/verdict';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { makeGradient } from './gradient/make-gradient';
import type { RunEvidence } from './runner/types';
import { warmUp } from './runner/warm-pairs';
import { warmInspector } from './typecheck/inspect-in-thread';
import { appliesGate, scopeGate } from './verify/admission-gates';
import { assembleVerdict } from './verify/assemble-verdict';
import { throwAuditGate } from './verify/audit-gate';
import { baselineGate, breachOfLock, coverageGate, determinismGate, roLockGate, testsGate } from './verify/run-gates';
import { startGate } from './verify/gate-times';
import { sim2realGate } from './verify/sim2real-gate';
import { sanitizerGate, typesGate } from './verify/static-gates';
import { crossValidationGate, testSanitizerGate } from './verify/test-genesis-gates';
import { fail, type Gate, type GateOutcome, skip, type VerificationState, type VerifyInput } from './verify/types';

const LOGIC_GENESIS: readonly Gate[] = [appliesGate, scopeGate, sanitizerGate, typesGate, roLockGate, testsGate, determinismGate, coverageGate, baselineGate, sim2realGate, throwAuditGate];

const TEST_GENESIS: readonly Gate[] = [appliesGate, scopeGate, testSanitizerGate, roLockGate, testsGate, determinismGate, coverageGate, baselineGate, crossValidationGate];

export interface Verification {
  readonly verdict: Verdict;
  /** sha256 of the verdict's canonical JSON: what an approval binds to. */
  readonly verdictHash: string;
  /** What judge and subject left, for the record; null when no test ran. Not for agents: it names held-out tests. */
  readonly evidence: RunEvidence | null;
}

/**
 * Verifies a package, or a proposal against it, gate by gate. The first gate that fails ends the verification; the others are listed as
 * skipped. Nothing of the package runs outside the sandbox.
 * @throws AppError MISSING_PART when there is no working sandbox; the reason of `input.signal` when aborted
 */
export async function verifyPackage(input: VerifyInput): Promise<Verification> {
  const { backend } = await requireSandbox();
  const started = performance.now();
  // The processes and the compiler start while the diff is looked at.
  if (input.phase === 'logic_genesis') {
    warmUp([...input.basePackage.tests, ...input.basePackage.baseline]);
    if (input.basePackage.manifest.language === 'typescript') warmInspector();
  }
  const state: VerificationState = { input, after: input.basePackage, parsedDiff: [], changedSources: [], types: null, evidence: null, coverage: null, tests: null, sim2real: null, workAhead: new Map() };
  const results = new Map<GateResult['name'], GateResult>();
  let gradient: SemanticGradient | null = null;
  const settle = (name: GateResult['name'], outcome: GateOutcome, ms: number): void => {
    const { gradient: parts, ...rest } = outcome;
    const result: GateResult = { name, ...rest, ms: Math.round(ms * 10) / 10 };
    results.set(name, result);
    input.onGate?.(result);
    if (outcome.status === 'fail' || outcome.status === 'error') gradient = makeGradient(name, outcome.code, parts ?? { message: outcome.detail });
  };

  for (const gate of input.phase === 'logic_genesis' ? LOGIC_GENESIS : TEST_GENESIS) {
    input.signal?.throwIfAborted();
    if (gradient !== null) {
      settle(gate.name, skip('Not reached.'), 0);
      continue;
    }
    const took = startGate(state.workAhead, gate.name);
    const outcome = await runGate(gate, state);
    const breach = gate.name === 'tests' ? breachOfLock(state) : null;
    if (breach) settle('ro_lock', breach, results.get('ro_lock')!.ms);
    settle(gate.name, breach ? skip('The tests changed while they ran.') : outcome, took());
  }
  const gates = GATE_NAMES.flatMap((name) => results.get(name) ?? []);
  const verdict = verdictSchema.parse(assembleVerdict(state, gates, gradient, performance.now() - started, backend));
  return { verdict, verdictHash: sha256Hex(canonicalJson(verdict)), evidence: state.evidence };
}

/** A gate that breaks is an error, never a pass. Abort and a missing sandbox are the caller's. */
async function runGate(gate: Gate, state: VerificationState): Promise<GateOutcome> {
  try {
    return await gate.run(state);
  } catch (error) {
    if (state.input.signal?.aborted || (error instanceof AppError && error.code === 'MISSING_PART')) throw error;
    if (error instanceof RangeError && /call stack/.test(error.message)) return fail('LIMIT_HIT', `The source is nested too deeply for the gate "${gate.name}" to read it.`);
    const message = error instanceof Error ? error.message : String(error);
    return { status: 'error', code: 'INTERNAL_ERROR', detail: `The gate "${gate.name}" could not be run: ${message}`.slice(0, 600) };
  }
}
