import type { FrictionModel } from './types';

/** λ 8 bp is the paper's observed cost of one side on less liquid CSI 300 names; γ is fitted from fills later. */
export const DEFAULT_FRICTION: FrictionModel = { lambda: 8e-4, gamma: 1e-3, norm: 'l2' };

export interface FrictionTerms {
  /** λ‖Δω‖₁. */
  readonly lambdaTerm: number;
  /** γ√‖Δω‖ with the norm of the model. */
  readonly gammaTerm: number;
}

/** The two terms of F_exec from the two norms, for callers that keep them while they trade. */
export function frictionTerms(l1: number, l2: number, model: FrictionModel): FrictionTerms {
  return { lambdaTerm: model.lambda * l1, gammaTerm: model.gamma * Math.sqrt(model.norm === 'l1' ? l1 : l2) };
}

/** F_exec(Δω) = λ‖Δω‖₁ + γ√‖Δω‖ of eq. 1; exactly 0 when nothing is traded. `dw`: changes of weight, any order. */
export function fExec(dw: ArrayLike<number>, model: FrictionModel): number {
  let l1 = 0;
  let squares = 0;
  for (let i = 0; i < dw.length; i++) {
    l1 += Math.abs(dw[i]!);
    squares += dw[i]! * dw[i]!;
  }
  const { lambdaTerm, gammaTerm } = frictionTerms(l1, Math.sqrt(squares), model);
  return lambdaTerm + gammaTerm;
}

/** R̃_t = Σ ω_i r_i − F_exec(Δω) of eq. 1. `weights`, `returns`, `dw` over the same names. */
export function executionAwareReturn(weights: ArrayLike<number>, returns: ArrayLike<number>, dw: ArrayLike<number>, model: FrictionModel): number {
  let gross = 0;
  for (let i = 0; i < weights.length; i++) gross += weights[i]! * returns[i]!;
  return gross - fExec(dw, model);
}
