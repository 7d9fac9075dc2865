import { AppError } from '@/server/contracts/errors';
import { frictionTerms } from './friction-model';
import { isTerminal } from './terminal-rule';
import type { FrictionModel, RewardParts, TerminalRule } from './types';

export interface RewardInput {
  /** Σ ω_i,t r_i,t. */
  readonly gross: number;
  /** ‖Δω‖₁ and ‖Δω‖₂ of the trades of the day. */
  readonly l1: number;
  readonly l2: number;
  readonly initialFen: number;
  /** Highest equity before today, W_0 included. */
  readonly peakFen: number;
  readonly equityFen: number;
  /** The episode had already ended: asking for another reward is a bug of the caller. */
  readonly terminated: boolean;
}

/** R_t of eq. 2 with every component. @throws AppError ILLEGAL_TRANSITION after the absorbing state */
export function rewardStep(input: RewardInput, model: FrictionModel, rule: TerminalRule): RewardParts {
  if (input.terminated) throw new AppError('ILLEGAL_TRANSITION', 'The episode is in its absorbing state; nothing earns a reward after it. Open a new episode.');
  const { gross, initialFen, equityFen } = input;
  const { lambdaTerm, gammaTerm } = frictionTerms(input.l1, input.l2, model);
  const modelledFriction = lambdaTerm + gammaTerm;
  const executionAware = gross - modelledFriction;
  const peakFen = Math.max(input.peakFen, equityFen);
  const terminal = isTerminal(rule, initialFen, peakFen, equityFen);
  return {
    gross,
    lambdaTerm,
    gammaTerm,
    modelledFriction,
    executionAware,
    principalLoss: (initialFen - equityFen) / initialFen,
    drawdown: (peakFen - equityFen) / peakFen,
    terminal,
    reward: terminal ? 0 - rule.penalty : executionAware,
  };
}
