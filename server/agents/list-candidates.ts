import { asc, eq } from 'drizzle-orm';
import type { GateResult } from '@/server/contracts/verdict';
import type { DbOrTx } from '@/server/db/client';
import { proposals } from '@/server/db/schema';
import type { ProposalRow } from '@/server/review/types';
import { type AttemptRow, listAttempts } from './open-run';

/** A proposal beside the others of its autopsy: what the reviewer compares before picking one. */
export interface CandidateRow {
  readonly proposalId: string;
  readonly provider: string;
  readonly model: string | null;
  readonly explore: number;
  readonly state: ProposalRow['state'];
  readonly attempts: number;
  /** Gates of the attempt that counts (the one that passed, else the newest verdict). */
  readonly gates: readonly Pick<GateResult, 'name' | 'status'>[];
  /** After the patch on the Sim2Real days; null without a simulation. */
  readonly annualTurnover: number | null;
  readonly cumulativeReward: number | null;
  /** Σ R_t after minus before. */
  readonly rewardDelta: number | null;
  readonly principalLoss: number | null;
  readonly edits: number;
  readonly costMicros: number;
  readonly cpuSeconds: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** 1 = best by Sim2Real among those that passed; null for the others. */
  readonly rank: number | null;
}

/** The attempt a proposal is judged by. */
export const decisiveAttempt = (proposal: Pick<ProposalRow, 'attemptId'>, rows: readonly AttemptRow[]): AttemptRow | null =>
  rows.find((a) => a.id === proposal.attemptId) ?? rows.findLast((a) => a.verdict !== null) ?? rows.at(-1) ?? null;

/** Candidates of an autopsy, the best first: passed before not passed, then more reward, then less principal loss, then fewer edits. */
export function listCandidates(db: DbOrTx, autopsyId: string): CandidateRow[] {
  const rows = db.select().from(proposals).where(eq(proposals.autopsyId, autopsyId)).orderBy(asc(proposals.createdAt), asc(proposals.explore)).all().map((proposal) => toCandidate(proposal, listAttempts(db, proposal.id)));
  const passed = rows.filter((row) => row.passed).sort(bySim2Real);
  const rest = rows.filter((row) => !row.passed);
  return [...passed, ...rest].map(({ passed: ok, ...row }, i) => ({ ...row, rank: ok ? i + 1 : null }));
}

type Measured = Omit<CandidateRow, 'rank'> & { passed: boolean };

function toCandidate(proposal: ProposalRow, attempts: readonly AttemptRow[]): Measured {
  const attempt = decisiveAttempt(proposal, attempts);
  const sim = attempt?.verdict?.sim2real ?? null;
  const sum = (of: (a: AttemptRow) => number): number => attempts.reduce((total, a) => total + of(a), 0);
  return {
    proposalId: proposal.id, provider: proposal.provider, model: proposal.model, explore: proposal.explore, state: proposal.state, attempts: attempts.length,
    gates: attempt?.verdict?.gates.map(({ name, status }) => ({ name, status })) ?? [],
    annualTurnover: sim?.after.annualTurnover ?? null, cumulativeReward: sim?.after.cumulativeReward ?? null, rewardDelta: sim?.rewardDelta ?? null, principalLoss: sim?.after.principalLoss ?? null,
    edits: attempt?.edits.length ?? 0, costMicros: sum((a) => a.costMicros), cpuSeconds: sum((a) => a.cpuSeconds), inputTokens: sum((a) => a.inputTokens), outputTokens: sum((a) => a.outputTokens),
    passed: attempt?.status === 'passed',
  };
}

const bySim2Real = (a: Measured, b: Measured): number => (b.rewardDelta ?? Number.NEGATIVE_INFINITY) - (a.rewardDelta ?? Number.NEGATIVE_INFINITY) || (a.principalLoss ?? 1) - (b.principalLoss ?? 1) || a.edits - b.edits;
