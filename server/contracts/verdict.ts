import { z } from 'zod';
import { sha256Schema } from './ids';

/** STDAW phases (paper, Algorithm 1). */
export const phaseSchema = z.enum(['logic_genesis', 'test_genesis']);
export type Phase = z.infer<typeof phaseSchema>;

/** Gates in the order in which they run (issue: applies → scope → sanitizer → RO-Lock → tests → coverage → Sim2Real). */
export const GATE_NAMES = ['applies', 'scope', 'sanitizer', 'types', 'ro_lock', 'tests', 'determinism', 'coverage', 'baseline', 'sim2real', 'throw_audit', 'cross_validation'] as const;
export type GateName = (typeof GATE_NAMES)[number];

/** Reason codes are stable: CI and agents read them. */
export const REASON_CODES = [
  'OK', 'SKIPPED',
  'DIFF_MALFORMED', 'DIFF_NO_CHANGE', 'DIFF_STALE_BASE', 'DIFF_CONTEXT_MISMATCH', 'DIFF_FORBIDDEN_SHAPE', 'DIFF_TOO_LARGE',
  'PATH_NOT_ALLOWED', 'TESTS_TOUCHED', 'AST_BUDGET_EXCEEDED', 'FROZEN_SYMBOL_CHANGED', 'SYNTAX_ERROR', 'PACKAGE_INVALID',
  'TYPE_ERROR', 'EVASION_PATTERN', 'TESTS_CHANGED', 'MANIFEST_CHANGED', 'SOURCE_CHANGED', 'SANDBOX_MISSING',
  'LOAD_FAILED', 'TEST_FAILED', 'HIDDEN_FAIL', 'TEST_MISSING', 'PLAN_MISMATCH', 'SUBJECT_DIED', 'JUDGE_DIED', 'PROTOCOL_VIOLATION', 'TIMEOUT', 'LIMIT_HIT', 'IMPURE_FUNCTION', 'NO_TESTS',
  'NON_DETERMINISTIC', 'COVERAGE_LOW', 'COVERAGE_MISSING', 'COVERAGE_FORGED', 'BASELINE_MISMATCH', 'MUTATION_SCORE_LOWER', 'VACUOUS_TESTS',
  'SIM_FAILED', 'TURNOVER_TOO_HIGH', 'REWARD_NOT_BETTER', 'PRINCIPAL_LOSS_TOO_HIGH', 'INTERNAL_ERROR',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];
export const reasonCodeSchema = z.enum(REASON_CODES);

export const gateResultSchema = z.object({
  name: z.enum(GATE_NAMES),
  status: z.enum(['pass', 'fail', 'error', 'skipped']),
  code: reasonCodeSchema,
  /** One plain sentence for a person. */
  detail: z.string(),
  ms: z.number().min(0),
  evidence: z.record(z.string(), z.unknown()).optional(),
});
export type GateResult = z.infer<typeof gateResultSchema>;

const ratio = z.number().min(0).max(1);
export const coverageTotalsSchema = z.object({ lines: ratio, branches: ratio, functions: ratio, statements: ratio });
export const fileCoverageSchema = coverageTotalsSchema.extend({
  path: z.string(),
  uncoveredLines: z.array(z.int()),
  uncoveredBranches: z.array(z.object({ line: z.int(), column: z.int() })),
});
export type FileCoverage = z.infer<typeof fileCoverageSchema>;

/** The semantic gradient: exactly why it failed, for the agent. Text that came from the subject is capped and marked untrusted. */
export const gradientSchema = z.object({
  version: z.literal(1),
  gate: z.enum(GATE_NAMES),
  code: reasonCodeSchema,
  message: z.string().max(4000),
  test: z.string().nullable(),
  expected: z.string().max(2000).nullable(),
  actual: z.string().max(2000).nullable(),
  /** Frames inside the package only, innermost first. */
  frames: z.array(z.object({ path: z.string(), line: z.int(), column: z.int().nullable(), fn: z.string().nullable() })).max(20),
  /** `branches`: ways not taken out of lines that did run, 1-based; `what` is 'if', 'no else', ': side', 'right side of &&', … */
  uncovered: z.array(z.object({
    path: z.string(),
    lines: z.array(z.int()).max(200),
    branches: z.array(z.object({ line: z.int(), column: z.int(), what: z.string().max(60) })).max(200).optional(),
  })).max(50),
  patterns: z.array(z.object({ path: z.string(), line: z.int(), rule: z.string(), astPath: z.string(), message: z.string() })).max(50),
  diff: z.object({ path: z.string().nullable(), hunk: z.int().nullable(), expected: z.string().nullable(), actual: z.string().nullable(), line: z.int().nullable() }).nullable(),
  sim2real: z.record(z.string(), z.number().nullable()).nullable(),
  limits: z.array(z.string()).max(20),
  otherFailures: z.array(z.string()).max(50),
  untrusted: z.boolean(),
});
export type SemanticGradient = z.infer<typeof gradientSchema>;

/** Before/after on the same days through the execution simulator. */
export const sim2realSideSchema = z.object({
  annualTurnover: z.number().nullable(),
  annualReturn: z.number().nullable(),
  sharpe: z.number().nullable(),
  maxDrawdown: z.number().nullable(),
  cumulativeReward: z.number(),
  principalLoss: z.number(),
  frictionModelled: z.number(),
  frictionRealised: z.number(),
  finalEquityFen: z.int(),
  terminated: z.boolean(),
  days: z.int(),
  /** ≤ 1,000 points: day index, equity / W0. */
  equity: z.array(z.tuple([z.string(), z.number()])),
});
export type Sim2RealSide = z.infer<typeof sim2realSideSchema>;
export const sim2realSchema = z.object({ from: z.string(), to: z.string(), market: z.string(), panelHash: z.string(), before: sim2realSideSchema, after: sim2realSideSchema, rewardDelta: z.number() });
export type Sim2Real = z.infer<typeof sim2realSchema>;

export const verdictSchema = z.object({
  version: z.literal(1),
  status: z.enum(['pass', 'fail', 'error']),
  phase: phaseSchema,
  gates: z.array(gateResultSchema),
  tests: z.object({ passed: z.int(), failed: z.int(), expected: z.int() }),
  coverage: coverageTotalsSchema.extend({ files: z.array(fileCoverageSchema) }).nullable(),
  hashes: z.object({ base: sha256Schema, diff: sha256Schema.nullable(), tests: sha256Schema, src: sha256Schema, baseline: sha256Schema, image: sha256Schema }),
  isolation: z.object({ backend: z.string(), network: z.literal('none'), user: z.string(), limits: z.record(z.string(), z.union([z.number(), z.string()])) }),
  sim2real: sim2realSchema.nullable(),
  seed: z.int(),
  gradient: gradientSchema.nullable(),
  ms: z.number(),
});
export type Verdict = z.infer<typeof verdictSchema>;
