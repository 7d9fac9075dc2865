import { AppError } from '@/server/contracts/errors';
import type { AgentProvider } from '../port';
import { anthropicClient } from './anthropic-client';
import { type HostedProvider, readApiKey } from './api-key';
import { converse } from './converse';
import { openaiClient } from './openai-client';
import type { ModelClient } from './types';

const DEFAULT_MAX_TOKENS = 8_192;
const DEFAULT_IDLE_MS = 120_000;
const BASE_URL: Readonly<Record<HostedProvider, string>> = { anthropic: 'ANTHROPIC_BASE_URL', openai: 'OPENAI_BASE_URL' };

/** A client for the provider as the environment configures it. @throws AppError MISSING_PART without a key, BAD_INPUT for a base URL that is none */
export function makeClient(provider: HostedProvider, env: NodeJS.ProcessEnv = process.env): ModelClient {
  const apiKey = readApiKey(provider, env);
  if (apiKey === null) throw new AppError('MISSING_PART', `There is no key for ${provider}; set it in the environment or in an owner-only key file.`);
  const baseUrl = env[BASE_URL[provider]]?.trim() || null;
  if (baseUrl !== null && !/^https?:\/\//.test(baseUrl)) throw new AppError('BAD_INPUT', `${BASE_URL[provider]}: ${baseUrl} is no http(s) URL.`);
  const config = { apiKey, baseUrl, idleMs: positive(env.OOMRL_MODEL_IDLE_MS, DEFAULT_IDLE_MS) };
  return provider === 'anthropic' ? anthropicClient(config) : openaiClient(config);
}

const positive = (text: string | undefined, fallback: number): number => (Number(text) > 0 ? Number(text) : fallback);

/** A hosted or local model behind the agent port. */
export const modelProvider = (name: HostedProvider): AgentProvider => ({
  name,
  async draft(task, tools) {
    if (!task.model) throw new AppError('BAD_INPUT', `model: name a model of ${name}.`);
    return converse({ client: makeClient(name), model: task.model, maxTokens: positive(process.env.OOMRL_MODEL_MAX_TOKENS, DEFAULT_MAX_TOKENS) }, task, tools);
  },
});
