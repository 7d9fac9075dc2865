import type { Sim2RealSide } from '@/server/contracts/verdict';
import type { BacktestResult } from '@/server/simulation/types';

const MAX_POINTS = 1000;
/** The paper's definition: arithmetic mean × 252, risk-free 1.35 %, ddof 1 (numbers.md). */
const DAYS_PER_YEAR = 252;
const RISK_FREE = 0.0135;

/** One side of the comparison as it is stored and shown. `principalLoss` is the largest L_t of the run. */
export function summariseSide({ series, summary }: BacktestResult): Sim2RealSide {
  const { returns, equityFen, dates } = series;
  const n = returns.length;
  const mean = n > 0 ? returns.reduce((a, b) => a + b, 0) / n : Number.NaN;
  const deviation = n > 1 ? Math.sqrt(returns.reduce((s, r) => s + (r - mean) ** 2, 0) / (n - 1)) : 0;
  const annualReturn = n > 0 ? mean * DAYS_PER_YEAR : null;
  // W_0 is the equity before the first return.
  const first = equityFen.length > 0 ? equityFen[0]! / (1 + returns[0]!) : 1;
  const stride = Math.max(1, Math.ceil(n / MAX_POINTS));
  const equity = dates.flatMap((date, i): [string, number][] => (i % stride === 0 || i === n - 1 ? [[date, equityFen[i]! / first]] : []));
  return {
    annualTurnover: summary.annualTurnover,
    annualReturn,
    sharpe: annualReturn !== null && deviation > 0 ? (annualReturn - RISK_FREE) / (deviation * Math.sqrt(DAYS_PER_YEAR)) : null,
    maxDrawdown: summary.maxDrawdown,
    cumulativeReward: summary.rewardSum,
    principalLoss: summary.maxPrincipalLoss,
    frictionModelled: summary.modelledFriction,
    frictionRealised: summary.realisedFriction,
    finalEquityFen: summary.finalEquityFen,
    terminated: summary.terminalDate !== null,
    days: summary.days,
    equity: equity.length > MAX_POINTS ? equity.slice(-MAX_POINTS) : equity,
  };
}
