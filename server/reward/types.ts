/** Shapes of the reward room: eq. 1 and eq. 2 of arXiv 2604.11477. */

export interface FrictionModel {
  /** Fixed cost per unit of traded weight (commission, duty). */
  readonly lambda: number;
  /** Slippage coefficient under the root. */
  readonly gamma: number;
  /** The paper's norm under the root carries no index; Euclidean by default. */
  readonly norm: 'l1' | 'l2';
}

export interface TerminalRule {
  /** 'principal': L_t = 1 − W_t/W_0 (default). 'drawdown': 1 − W_t/max(W_0, W_1, …, W_t), the reading of the paper's §4.1. */
  readonly reading: 'principal' | 'drawdown';
  /** τ in basis points: 2000 = 20 %. */
  readonly tauBp: number;
  /** P_terminal, positive. */
  readonly penalty: number;
}

/** Every component of one day's reward, as stored. */
export interface RewardParts {
  /** Σ ω_i,t r_i,t. */
  readonly gross: number;
  readonly lambdaTerm: number;
  readonly gammaTerm: number;
  /** F_exec(Δω_t) = lambdaTerm + gammaTerm. */
  readonly modelledFriction: number;
  /** R̃_t = gross − F_exec. */
  readonly executionAware: number;
  /** L_t, principal loss; negative when the episode is in profit. */
  readonly principalLoss: number;
  /** 1 − W_t / highest W so far (W_0 included), ≥ 0. */
  readonly drawdown: number;
  readonly terminal: boolean;
  /** R_t of eq. 2: R̃_t, or −P_terminal at the absorbing state. */
  readonly reward: number;
}
