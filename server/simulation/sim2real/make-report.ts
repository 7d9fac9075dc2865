import { AppError } from '@/server/contracts/errors';
import { fitFrictionModel } from '@/server/execution/calibration/fit-friction-model';
import { metricsOf } from '../backtest-metrics';
import { frictionReport } from '../friction-report';
import type { BacktestResult, SimulationConfig } from '../types';
import { atFrictionLevel } from './friction-level';
import type { Sim2RealPoint, Sim2RealReport } from './types';

export interface Sim2RealRequest {
  /** The costs and the capital that are called 1. The absorbing state is not armed: all runs cover the same days. */
  readonly config: SimulationConfig;
  /** Multiples of the costs; 0 and 1 are always among them. */
  readonly levels: readonly number[];
  /** Capitals of the capacity curve, fen. */
  readonly capitals: readonly number[];
  /** Runs the strategy under a configuration; records are needed where asked for. */
  readonly run: (config: SimulationConfig, records: boolean) => Promise<BacktestResult>;
}

/** What survives of a strategy once it must be paid for. Runs one after the other. @throws AppError BAD_INPUT, and whatever `run` throws */
export async function makeSim2RealReport({ config: armed, levels, capitals, run }: Sim2RealRequest): Promise<Sim2RealReport> {
  const config = { ...armed, terminal: { ...armed.terminal, tauBp: 10_000 } };
  const bad = levels.find((level) => !(level >= 0 && level <= 100));
  if (bad !== undefined) throw new AppError('BAD_INPUT', `A friction level is ${bad}; levels are multiples of the costs from 0 to 100.`);
  const base = await run(config, true);
  const pointOfBase = pointOf(base, 1, config.initialFen);
  const decay: Sim2RealPoint[] = [];
  for (const level of ascending([0, 1, ...levels])) decay.push(level === 1 ? pointOfBase : pointOf(await run(atFrictionLevel(config, level), false), level, config.initialFen));
  const capacity: Sim2RealPoint[] = [];
  for (const initialFen of ascending([config.initialFen, ...capitals])) capacity.push(initialFen === config.initialFen ? pointOfBase : pointOf(await run({ ...config, initialFen }, false), 1, initialFen));
  const without = decay[0]!;
  const { byName, observed } = frictionReport(base.records, config.model);
  return {
    from: base.summary.from,
    to: base.summary.to,
    without,
    with: pointOfBase,
    gap: without.annualReturn === null || pointOfBase.annualReturn === null ? null : without.annualReturn - pointOfBase.annualReturn,
    decay,
    breakEvenLevel: breakEven(decay),
    capacity,
    names: byName,
    fitted: observed.length < 3 ? null : fitFrictionModel(observed),
  };
}

const ascending = (x: readonly number[]): number[] => [...new Set(x)].sort((a, b) => a - b);

function pointOf({ series, summary }: BacktestResult, level: number, initialFen: number): Sim2RealPoint {
  const { metrics } = metricsOf(series);
  const { realised, fills, tradedFen, orders, rejected } = summary;
  const cut = Object.values(summary.partialBy).reduce((sum, n) => sum + n, 0);
  return {
    level,
    initialFen,
    days: summary.days,
    finalEquityFen: summary.finalEquityFen,
    annualReturn: metrics.ann_arith252,
    sharpe: metrics.sharpe_rf135,
    maxDrawdown: metrics.mdd_with_initial,
    alpha: metrics.ols_alpha_252,
    tAlpha: metrics.ols_t_alpha,
    annualTurnover: summary.annualTurnover,
    fills,
    costPerFillFen: fills === 0 ? null : realised.totalFen / fills,
    costBp: tradedFen === 0 ? null : (realised.totalFen / tradedFen) * 1e4,
    modelledFriction: summary.modelledFriction,
    realisedFriction: summary.realisedFriction,
    unfilled: orders === 0 ? 0 : (rejected + cut) / orders,
  };
}

/** First level at which the annual return is no longer positive. */
function breakEven(decay: readonly Sim2RealPoint[]): number | null {
  for (let k = 0; k < decay.length; k++) {
    const now = decay[k]!;
    const before = decay[k - 1];
    if (now.annualReturn === null || now.annualReturn > 0) continue;
    if (before?.annualReturn === undefined || before.annualReturn === null) return now.level;
    return before.level + ((now.level - before.level) * before.annualReturn) / (before.annualReturn - now.annualReturn);
  }
  return null;
}
