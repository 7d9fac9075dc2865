import type { Autopsy } from '@/server/contracts/autopsy';
import type { Sim2RealSide } from '@/server/contracts/verdict';
import type { PackageFile } from '@/server/strategy/types';
import { areCompatible } from './apply-edits';
import { type EditCandidate, siteKey } from './edit-candidate';
import { combinationKey, type Lessons } from './learn-from-attempts';
import type { RankedEdit } from './rank-edits';

/** The gate's own simulation, which remembers what it has seen: asking again is free. */
export interface Evaluator {
  /** Replays the gate's days with these files; null when the code fails to run. */
  evaluate(files: readonly PackageFile[]): Promise<Sim2RealSide | null>;
  /** Simulations really run so far. */
  simulations(): number;
}

export interface Trial {
  readonly edits: readonly RankedEdit[];
  readonly files: readonly PackageFile[];
  readonly side: Sim2RealSide;
  readonly feasible: boolean;
  readonly score: number;
}

export type ApplyEdits = (sources: readonly PackageFile[], edits: readonly EditCandidate[]) => PackageFile[] | Promise<PackageFile[]>;

export interface BeamInput {
  readonly sources: readonly PackageFile[];
  readonly ranked: readonly RankedEdit[];
  /** Makes edits in the package's language. */
  readonly apply: ApplyEdits;
  readonly before: Sim2RealSide;
  readonly acceptance: Autopsy['acceptance'];
  readonly lessons: Lessons;
  readonly evaluator: Evaluator;
  /** New simulations it may run; remembered ones are free. */
  readonly maxEvaluations: number;
  readonly maxEdits: number;
  readonly signal: AbortSignal;
  readonly onTrial?: (trial: Trial | null, edits: readonly RankedEdit[]) => void;
}

const WIDTH = 4;
/** Trials after which a good candidate ends the search: enough to compare levers, few enough to stay cheap. */
const ENOUGH = 8;

/** Meets the acceptance numbers and earns more reward than before on the same days. */
export function isFeasible(side: Sim2RealSide, before: Sim2RealSide, acceptance: Autopsy['acceptance']): boolean {
  const turnoverOk = acceptance.max_annual_turnover === undefined ? (side.annualTurnover ?? 0) <= (before.annualTurnover ?? Number.POSITIVE_INFINITY) : side.annualTurnover !== null && side.annualTurnover <= acceptance.max_annual_turnover;
  const lossOk = acceptance.max_principal_loss === undefined || side.principalLoss <= acceptance.max_principal_loss;
  const trades = (side.annualTurnover ?? 0) > 0;
  return turnoverOk && lossOk && trades && !side.terminated && side.cumulativeReward - before.cumulativeReward >= (acceptance.min_reward_delta ?? 0);
}

/** Reward gained, minus what the acceptance numbers are missed by; each further edit costs a little (small patches). */
export function scoreSide(side: Sim2RealSide, before: Sim2RealSide, acceptance: Autopsy['acceptance'], edits: number): number {
  const over = acceptance.max_annual_turnover !== undefined && side.annualTurnover !== null ? Math.max(0, Math.log(side.annualTurnover / acceptance.max_annual_turnover)) : 0;
  const loss = acceptance.max_principal_loss !== undefined ? Math.max(0, side.principalLoss - acceptance.max_principal_loss) : 0;
  const idle = (side.annualTurnover ?? 0) === 0 ? 1000 : 0;
  return side.cumulativeReward - before.cumulativeReward - over - 2 * loss - idle - 0.01 * edits;
}

/**
 * Beam search over combinations: singles in prior order, then the best ones extended by others at other places. Stops
 * when a feasible candidate stands after enough comparisons, or when the budget is spent. Best first.
 */
export async function evaluateBeam(input: BeamInput): Promise<Trial[]> {
  const trials: Trial[] = [];
  const seen = new Set(input.lessons.tried);
  const before = input.evaluator.simulations();
  const spent = (): number => input.evaluator.simulations() - before;
  const tryOne = async (edits: readonly RankedEdit[]): Promise<void> => {
    const key = combinationKey(edits.map((e) => e.edit));
    if (seen.has(key) || spent() >= input.maxEvaluations) return;
    input.signal.throwIfAborted();
    seen.add(key);
    const files = await input.apply(input.sources, edits.map((e) => e.edit));
    const side = await input.evaluator.evaluate(files);
    const trial = side && { edits, files, side, feasible: isFeasible(side, input.before, input.acceptance), score: scoreSide(side, input.before, input.acceptance, edits.length) };
    if (trial) trials.push(trial);
    input.onTrial?.(trial, edits);
  };
  const done = (): boolean => spent() >= input.maxEvaluations || (trials.length >= ENOUGH && trials.some((t) => t.feasible));
  // Half of the budget for singles: spread over places first, so that one talkative constant does not eat it.
  for (const entry of spreadOverSites(input.ranked)) {
    if (done() || spent() >= Math.ceil(input.maxEvaluations / 2)) break;
    await tryOne([entry]);
  }
  for (let depth = 2; depth <= input.maxEdits && !done(); depth++) {
    const beam = sortTrials(trials).slice(0, WIDTH).filter((t) => t.edits.length === depth - 1);
    const partners = [...sortTrials(trials.filter((t) => t.edits.length === 1)).map((t) => t.edits[0]!), ...spreadOverSites(input.ranked).slice(0, 12)];
    for (const base of beam) {
      for (const partner of partners.slice(0, 8)) {
        if (done()) break;
        const places = base.edits.some((e) => siteKey(e.edit) === siteKey(partner.edit) || !areCompatible(e.edit, partner.edit));
        if (!places) await tryOne([...base.edits, partner]);
      }
    }
    if (beam.length === 0) break;
  }
  return sortTrials(trials);
}

const sortTrials = (trials: readonly Trial[]): Trial[] => [...trials].sort((a, b) => Number(b.feasible) - Number(a.feasible) || b.score - a.score);

/** Round robin over places in prior order: the best value of each place, then the second best of each, … */
function spreadOverSites(ranked: readonly RankedEdit[]): RankedEdit[] {
  const rounds = new Map<string, number>();
  return ranked
    .map((entry) => {
      const key = siteKey(entry.edit);
      const round = rounds.get(key) ?? 0;
      rounds.set(key, round + 1);
      return { entry, prior: entry.prior * 0.7 ** round };
    })
    .sort((a, b) => b.prior - a.prior)
    .map(({ entry }) => entry);
}
