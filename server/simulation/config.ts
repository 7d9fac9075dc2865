import { z } from 'zod';
import { defaultExecution, executionConfigSchema } from '@/server/execution/config';
import type { Board } from '@/server/market/panel';
import { DEFAULT_FRICTION } from '@/server/reward/friction-model';
import { DEFAULT_TERMINAL, frictionModelSchema, terminalRuleSchema } from '@/server/reward/terminal-rule';
import type { SimulationConfig } from './types';

/** A simulation configuration from outside (a stored book, the CLI, a settings form). */
export const simulationConfigSchema = z.strictObject({
  initialFen: z.int().min(1).max(1_000_000_000_000_00),
  execution: executionConfigSchema,
  model: frictionModelSchema,
  terminal: terminalRuleSchema,
});

/** Ten million, the board's shipped costs, the paper's λ, γ, τ and P. */
export function defaultSimulation(board: Board): SimulationConfig {
  return { initialFen: 1_000_000_000, execution: defaultExecution(board), model: DEFAULT_FRICTION, terminal: DEFAULT_TERMINAL };
}
