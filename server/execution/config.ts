import { z } from 'zod';
import { dateSchema } from '@/server/contracts/ids';
import type { Board } from '@/server/market/panel';
import { FEES_CN_A, FEES_US } from './fees';
import type { ExecutionConfig } from './types';

const rateE7 = z.int().min(0).max(1_000_000);
const feeRowSchema = z.strictObject({
  from: dateSchema,
  commissionE7: rateE7,
  minCommissionFen: z.int().min(0).max(1_000_000),
  minimum: z.enum(['per-item', 'all-in']),
  dutySellE7: rateE7,
  transferE7: rateE7,
  exchangeE7: rateE7,
  regulatoryE7: rateE7,
});

/** An execution configuration from outside (settings page, CLI, stored book). */
export const executionConfigSchema = z.strictObject({
  fillAt: z.enum(['open', 'close', 'vwap']),
  friction: z.enum(['on', 'off']),
  fees: z.array(feeRowSchema).min(1),
  halfSpreadBp: z.number().min(0).max(500),
  impactCoef: z.number().min(0).max(10),
  participationCap: z.number().gt(0).max(1),
  limits: z.strictObject({ maxWeight: z.number().gt(0).max(1), maxGross: z.number().gt(0).max(1) }),
});

/** Shipped costs of a board. Half spread and impact are calibrated from fills later; these are the starting values. */
export function defaultExecution(board: Board): ExecutionConfig {
  return {
    fillAt: 'open',
    friction: 'on',
    fees: board === 'us' ? FEES_US : FEES_CN_A,
    halfSpreadBp: board === 'us' ? 1 : 3,
    impactCoef: 0.5,
    participationCap: 0.1,
    limits: { maxWeight: 0.1, maxGross: 1 },
  };
}
