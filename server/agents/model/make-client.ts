import { AppError } from '@/server/contracts/errors';
import { anthropicClient } from './anthropic-client';
import { type HostedProvider, readApiKey } from './api-key';
import { readBaseUrl } from './base-url';
import { openaiClient } from './openai-client';
import type { ModelClient } from './types';

const DEFAULT_IDLE_MS = 120_000;

/** A client for the provider as the environment configures it. @throws AppError MISSING_PART without a key, BAD_INPUT or NOT_ALLOWED for a base URL that is none */
export function makeClient(provider: HostedProvider, env: NodeJS.ProcessEnv = process.env): ModelClient {
  const apiKey = readApiKey(provider, env);
  if (apiKey === null) throw new AppError('MISSING_PART', `There is no key for ${provider}; set it in the environment or in an owner-only key file.`);
  const config = { apiKey, baseUrl: readBaseUrl(provider, env), idleMs: positive(env.OOMRL_MODEL_IDLE_MS, DEFAULT_IDLE_MS) };
  return provider === 'anthropic' ? anthropicClient(config) : openaiClient(config);
}

/** A positive number of the environment, or the default. */
export const positive = (text: string | undefined, fallback: number): number => (Number(text) > 0 ? Number(text) : fallback);
