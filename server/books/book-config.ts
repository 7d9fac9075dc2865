import { z } from 'zod';
import { parseOrThrow } from '@/server/contracts/errors';
import { defaultExecution, executionConfigSchema } from '@/server/execution/config';
import type { Board } from '@/server/market/panel';
import { DEFAULT_FRICTION } from '@/server/reward/friction-model';
import { DEFAULT_TERMINAL, frictionModelSchema, terminalRuleSchema } from '@/server/reward/terminal-rule';
import type { SimulationConfig } from '@/server/simulation/types';
import type { BookRow, EpisodeRow } from './get-book';

/** Costs, eq. 1 and eq. 2 of a book, and how long a strategy may think about one day. */
export const bookConfigSchema = z.strictObject({
  execution: executionConfigSchema,
  model: frictionModelSchema,
  terminal: terminalRuleSchema,
  decideTimeoutMs: z.int().min(50).max(60_000),
});
export type BookConfig = z.output<typeof bookConfigSchema>;
export const bookConfigPatchSchema = bookConfigSchema.partial();
export type BookConfigPatch = z.input<typeof bookConfigPatchSchema>;

/** Shipped configuration of a board with a caller's changes. @throws AppError BAD_INPUT */
export function makeBookConfig(board: Board, patch: BookConfigPatch = {}): BookConfig {
  return parseOrThrow(bookConfigSchema, { execution: defaultExecution(board), model: DEFAULT_FRICTION, terminal: DEFAULT_TERMINAL, decideTimeoutMs: 5000, ...patch }, 'book configuration');
}

/** Reads a stored configuration. @throws AppError BAD_INPUT */
export const readBookConfig = (book: Pick<BookRow, 'config' | 'name'>): BookConfig => parseOrThrow(bookConfigSchema, book.config, `configuration of ${book.name}`);

/**
 * What the simulation needs for one episode. An episode without friction (the paper's phase 0) pays no costs; eq. 1 still
 * says what it would have cost, so that the gap is visible before real money meets it.
 */
export function simulationConfigOf(config: BookConfig, episode: Pick<EpisodeRow, 'initialFen' | 'friction'>): SimulationConfig {
  return {
    initialFen: episode.initialFen,
    execution: { ...config.execution, friction: episode.friction ? config.execution.friction : 'off' },
    model: config.model,
    terminal: config.terminal,
  };
}
