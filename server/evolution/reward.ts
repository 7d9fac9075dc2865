/**
 * Hierarchical reward of AlphaAgentEvo over one trajectory. As printed, the formula pays for failing calls and is
 * undefined when R_tool ≤ 0; `guarded` (the default) equals it when nothing fails and falls with every failure.
 */
export const REWARD_CONSTANTS = {
  alpha: { success: 0.1, failure: 0.2, consistency: 0.02, exploration: 0.02, performance: 0.1, streak: 0.15 },
  cap: { tool: 1, consistency: 0.2, exploration: 0.3, performance: 0.5, streak: 0.6 },
  /** Similarity to the seed above which a factor counts as consistent with it. */
  lowSimilarity: 0.1,
} as const;

export interface Trajectory {
  successes: number;
  failures: number;
  /** Per successful call: similarity to the seed, and the largest similarity to an earlier factor. */
  similarityToSeed: readonly number[];
  similarityToEarlier: readonly number[];
  bestScore: number;
  seedScore: number;
  /** Longest run of progressive improvement. */
  streak: number;
}

export interface RewardParts {
  tool: number;
  consistency: number;
  exploration: number;
  performance: number;
  streak: number;
  /** null where the printed formula is undefined (R_tool ≤ 0). */
  paper: number | null;
  guarded: number;
}

export function trajectoryReward(t: Trajectory): RewardParts {
  const { alpha, cap, lowSimilarity } = REWARD_CONSTANTS;
  const tool = alpha.success * t.successes - alpha.failure * t.failures;
  const consistency = t.similarityToSeed.reduce((sum, s) => sum + (s > lowSimilarity ? alpha.consistency : 0), 0);
  const exploration = t.similarityToEarlier.reduce((sum, s) => sum + alpha.exploration * (1 - s), 0);
  const performance = alpha.performance * Math.log1p(Math.exp(t.bestScore - Math.max(0, t.seedScore)));
  const streak = alpha.streak * t.streak;
  const perCall = Math.min(consistency, cap.consistency) + Math.min(exploration, cap.exploration);
  const gain = Math.min(performance, cap.performance) * Math.min(streak, cap.streak);
  const calls = t.successes + t.failures;
  return {
    tool, consistency, exploration, performance, streak,
    paper: tool <= 0 ? null : perCall / Math.min(tool, cap.tool) + gain,
    guarded: tool <= 0 ? gain : (perCall / Math.min(alpha.success * calls, cap.tool)) * (t.successes / calls) + gain,
  };
}

/** Longest run of scores that each improve on the best before them (the seed is the first best). */
export function longestStreak(seedScore: number, scores: readonly number[]): number {
  let best = seedScore;
  let run = 0;
  let longest = 0;
  for (const score of scores) {
    run = score > best ? run + 1 : 0;
    best = Math.max(best, score);
    longest = Math.max(longest, run);
  }
  return longest;
}
