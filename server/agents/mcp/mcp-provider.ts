import { AppError } from '@/server/contracts/errors';
import type { AgentProvider } from '../port';

/** A patch handed in over MCP is verified once; there is nobody here to draft another. */
export const mcpProvider: AgentProvider = {
  name: 'mcp',
  draft: async () => {
    throw new AppError('STRATEGY_FAILED', 'The patch handed in over MCP was tried once; its author reads the gradient and hands in another.');
  },
};
