import type { Autopsy } from '@/server/contracts/autopsy';
import type { GateName, GateResult, Phase, ReasonCode, Sim2Real } from '@/server/contracts/verdict';
import type { Panel } from '@/server/market/panel';
import type { SimulationConfig } from '@/server/simulation/types';
import type { StrategyPackage } from '@/server/strategy/types';
import type { Anchor } from '../anchor/read-anchor';
import type { FileDiff, TextFile } from '../diff/types';
import type { GradientParts } from '../gradient/make-gradient';
import type { CoverageReport, RunEvidence, TestVerdict } from '../runner/types';
import type { InspectOutcome } from '../typecheck/inspect-in-thread';
import type { WorkAhead } from './gate-times';

/** The days on which a proposal is compared with what it replaces. */
export interface VerifyMarket {
  readonly name: string;
  readonly panel: Panel;
  /** Content hash of the panel, for the record. */
  readonly panelHash: string;
  readonly from?: string;
  readonly to?: string;
  readonly config: SimulationConfig;
}

export interface VerifyInput {
  /** The package before the proposal. */
  readonly basePackage: StrategyPackage;
  /** The proposal; null verifies the package as it is. */
  readonly diff: string | Uint8Array | null;
  readonly phase: Phase;
  readonly constraints: Autopsy['constraints'];
  readonly acceptance: Autopsy['acceptance'];
  /** Without a market the Sim2Real gate is skipped, and says so. */
  readonly market?: VerifyMarket;
  /** Order of the tests, generators of the property tests. 32-bit. */
  readonly seed: number;
  /** Tests, baseline and strategy.json as people last accepted them, with where that stands; absent or empty = those of `basePackage`. */
  readonly accepted?: Anchor['accepted'];
  /** The source people last accepted, to tell new code from old when there is no diff (the files of git HEAD). */
  readonly acceptedSources?: readonly TextFile[];
  /** Reads the package from its place again after the run: a change on disk during the run is TESTS_CHANGED. */
  readonly reread?: () => StrategyPackage;
  readonly signal?: AbortSignal;
  /** Called when a gate has its result, in order; a later call for the same gate replaces it. */
  readonly onGate?: (gate: GateResult) => void;
}

/** What the gates learn from each other, filled in order. */
export interface VerificationState {
  readonly input: VerifyInput;
  /** src, tests and baseline as they would stand with the proposal applied. */
  after: StrategyPackage;
  parsedDiff: readonly FileDiff[];
  changedSources: readonly string[];
  types: InspectOutcome | null;
  evidence: RunEvidence | null;
  coverage: CoverageReport | null;
  tests: TestVerdict | null;
  sim2real: Sim2Real | null;
  /** What gates did for later ones. */
  readonly workAhead: WorkAhead;
}

export interface GateOutcome {
  readonly status: GateResult['status'];
  readonly code: ReasonCode;
  /** One plain sentence for a person. */
  readonly detail: string;
  /** For the record and the review page; never sent to an agent. */
  readonly evidence?: Record<string, unknown>;
  /** For the agent; required when the gate fails. */
  readonly gradient?: GradientParts;
}

export interface Gate {
  readonly name: GateName;
  run(state: VerificationState): GateOutcome | Promise<GateOutcome>;
}

export const pass = (detail: string, evidence?: Record<string, unknown>): GateOutcome => ({ status: 'pass', code: 'OK', detail, ...(evidence ? { evidence } : {}) });
export const skip = (detail: string): GateOutcome => ({ status: 'skipped', code: 'SKIPPED', detail });
export const fail = (code: ReasonCode, detail: string, gradient: Partial<GradientParts> = {}, evidence?: Record<string, unknown>): GateOutcome => ({
  status: 'fail', code, detail, gradient: { message: detail, ...gradient }, ...(evidence ? { evidence } : {}),
});
