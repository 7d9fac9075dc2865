import type { SimulationConfig } from '../types';

/** The same costs times `level`: 0 = none, 1 = as configured. Fees are scaled in their integer units, so a level is exact up to 1e-7. */
export function atFrictionLevel(config: SimulationConfig, level: number): SimulationConfig {
  const { execution } = config;
  if (level === 0) return { ...config, execution: { ...execution, friction: 'off' } };
  const scale = (x: number): number => Math.round(x * level);
  const fees = execution.fees.map((row) => ({
    ...row,
    commissionE7: scale(row.commissionE7), minCommissionFen: scale(row.minCommissionFen), dutySellE7: scale(row.dutySellE7), transferE7: scale(row.transferE7), exchangeE7: scale(row.exchangeE7), regulatoryE7: scale(row.regulatoryE7),
  }));
  return { ...config, execution: { ...execution, friction: 'on', fees, halfSpreadBp: execution.halfSpreadBp * level, impactCoef: execution.impactCoef * level } };
}
