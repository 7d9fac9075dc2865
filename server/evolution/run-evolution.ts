import type { Expr } from '@/server/factors/ast';
import { parseFactor } from '@/server/factors/parse';
import { printFactor } from '@/server/factors/print';
import type { Panel } from '@/server/market/panel';
import { createPrng } from '@/server/market/prng';
import { mutateFactor } from './mutate-factor';
import { longestStreak, type RewardParts, trajectoryReward } from './reward';
import { FactorScorer, type FactorScore } from './score-factor';
import { similarity } from './similarity';

export interface EvolutionOptions {
  seedExpression: string;
  turns: number;
  callsPerTurn: number;
  randomSeed: number;
  /** Share of the days that the search may see; the rest is held out and scored once, at the end. */
  searchShare: number;
}

export interface EvolvedFactor {
  expression: string;
  turn: number;
  parent: string;
  search: FactorScore;
  similarityToSeed: number;
}

export interface EvolutionRun {
  policy: 'gp';
  windows: { search: [string, string]; heldOut: [string, string] };
  seed: { expression: string; search: FactorScore; heldOut: FactorScore };
  factors: EvolvedFactor[];
  failures: { expression: string; reason: string }[];
  /** The best by the search window, with what the window that the search never saw says of it. */
  best: { expression: string; search: FactorScore; heldOut: FactorScore } | null;
  reward: RewardParts;
}

const scoreOf = (score: FactorScore): number => score.informationRatio ?? Number.NEGATIVE_INFINITY;

/** Genetic search from one seed factor: each turn mutates the best so far. Deterministic by `randomSeed`. */
export function runEvolution(panel: Panel, options: EvolutionOptions): EvolutionRun {
  const prng = createPrng(options.randomSeed);
  const scorer = new FactorScorer(panel);
  const days = panel.dates.length;
  const split = Math.floor(days * options.searchShare);
  const seed = parseFactor(options.seedExpression);
  const seedScore = scorer.score(seed, 0, split);
  const pool: { expr: Expr; score: number; text: string }[] = [{ expr: seed, score: scoreOf(seedScore), text: printFactor(seed) }];
  const factors: EvolvedFactor[] = [];
  const failures: EvolutionRun['failures'] = [];
  const earlier: number[] = [];
  for (let turn = 1; turn <= options.turns; turn++) {
    const parents = [...pool].sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1)).slice(0, 4);
    for (let call = 0; call < options.callsPerTurn; call++) {
      const parent = parents[prng.below(parents.length)]!;
      const mate = pool[prng.below(pool.length)]!;
      const text = printFactor(mutateFactor(parent.expr, mate.expr, prng));
      try {
        const expr = parseFactor(text);
        const search = scorer.score(expr, 0, split);
        earlier.push(Math.max(...pool.map((p) => similarity(expr, p.expr))));
        factors.push({ expression: text, turn, parent: parent.text, search, similarityToSeed: similarity(expr, seed) });
        if (!pool.some((p) => p.text === text)) pool.push({ expr, score: scoreOf(search), text });
      } catch (error) {
        failures.push({ expression: text, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  const winner = [...factors].filter((f) => f.search.informationRatio !== null).sort((a, b) => scoreOf(b.search) - scoreOf(a.search))[0];
  const seedIr = seedScore.informationRatio ?? 0;
  return {
    policy: 'gp',
    windows: { search: [panel.dates[0]!, panel.dates[split - 1]!], heldOut: [panel.dates[split]!, panel.dates[days - 1]!] },
    seed: { expression: printFactor(seed), search: seedScore, heldOut: scorer.score(seed, split, days) },
    factors,
    failures,
    best: winner ? { expression: winner.expression, search: winner.search, heldOut: scorer.score(parseFactor(winner.expression), split, days) } : null,
    reward: trajectoryReward({
      successes: factors.length, failures: failures.length,
      similarityToSeed: factors.map((f) => f.similarityToSeed), similarityToEarlier: earlier,
      bestScore: winner?.search.informationRatio ?? 0, seedScore: seedIr,
      streak: longestStreak(seedIr, factors.map((f) => scoreOf(f.search))),
    }),
  };
}
