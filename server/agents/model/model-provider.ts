import { AppError } from '@/server/contracts/errors';
import type { AgentProvider } from '../port';
import type { HostedProvider } from './api-key';
import { converse } from './converse';
import { makeClient, positive } from './make-client';

const DEFAULT_MAX_TOKENS = 8_192;

/** A hosted or local model behind the agent port. */
export const modelProvider = (name: HostedProvider): AgentProvider => ({
  name,
  async draft(task, tools) {
    if (!task.model) throw new AppError('BAD_INPUT', `model: name a model of ${name}.`);
    return converse({ client: makeClient(name), model: task.model, maxTokens: positive(process.env.OOMRL_MODEL_MAX_TOKENS, DEFAULT_MAX_TOKENS) }, task, tools);
  },
});
