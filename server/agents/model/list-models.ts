import { AppError } from '@/server/contracts/errors';
import type { HostedProvider } from './api-key';
import { makeClient } from './make-client';
import { ModelFault } from './types';

const LIST_MS = 10_000;

/** Models the provider offers now, from its /v1/models: no name is built in. @throws AppError MISSING_PART (no key), PROVIDER_FAILED */
export async function listModels(provider: HostedProvider): Promise<string[]> {
  const signal = AbortSignal.timeout(LIST_MS);
  try {
    return await makeClient(provider).listModels(signal);
  } catch (error) {
    if (signal.aborted) throw new AppError('PROVIDER_FAILED', `The model list of ${provider} did not come within ${LIST_MS / 1000} s.`, { kind: 'timeout' });
    if (error instanceof ModelFault) throw new AppError('PROVIDER_FAILED', `The model list of ${provider} could not be read (${error.fault.kind.replaceAll('_', ' ')}): ${error.message}`, { kind: error.fault.kind });
    throw error;
  }
}
