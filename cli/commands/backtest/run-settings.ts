import { z } from 'zod';
import { dateSchema } from '@/server/contracts/ids';
import type { Board } from '@/server/market/panel';
import { defaultSimulation } from '@/server/simulation/config';
import type { SimulationConfig } from '@/server/simulation/types';
import { datedInOrder, readValues } from '../../read-values';

/** Options that shape a simulation, the same for every command that runs one. */
export const RUN_OPTIONS = {
  market: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' }, friction: { type: 'string' }, capital: { type: 'string' }, tau: { type: 'string' }, 'fill-at': { type: 'string' },
  json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false },
} as const;

const settingsSchema = datedInOrder(z.object({
  market: z.string({ error: 'is needed: the name of an imported market' }),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  friction: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  capital: z.coerce.number({ error: 'must be an amount of money' }).positive().max(1e12).default(10_000_000),
  /** τ of the absorbing state as a fraction of W0; 1 = only when all is lost. */
  tau: z.coerce.number({ error: 'must be a fraction such as 0.2' }).gt(0).max(1).default(0.2),
  'fill-at': z.enum(['open', 'close', 'vwap'], { error: 'must be open, close or vwap' }).default('open'),
}));
export type RunSettings = z.infer<typeof settingsSchema>;

/** @throws AppError BAD_INPUT naming the option */
export const parseSettings = (values: object): RunSettings => readValues(settingsSchema, values);

/** The board's shipped costs with what the options say. */
export function configOf(settings: RunSettings, board: Board): SimulationConfig {
  const shipped = defaultSimulation(board);
  return {
    ...shipped,
    initialFen: Math.round(settings.capital * 100),
    execution: { ...shipped.execution, friction: settings.friction, fillAt: settings['fill-at'] },
    terminal: { ...shipped.terminal, tauBp: Math.round(settings.tau * 10_000) },
  };
}
