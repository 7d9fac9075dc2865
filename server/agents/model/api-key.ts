import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@/server/contracts/errors';
import { dataDir } from '@/server/db/client';

export type HostedProvider = 'anthropic' | 'openai';
const ENV_NAME: Readonly<Record<HostedProvider, string>> = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' };

/**
 * The key of a provider: environment first, then `<data>/keys/<provider>`, a file only its owner may read. Never stored,
 * logged or traced by the console. Null when there is none. @throws AppError NOT_ALLOWED when others may read the file
 */
export function readApiKey(provider: HostedProvider, env: NodeJS.ProcessEnv = process.env): string | null {
  const fromEnv = env[ENV_NAME[provider]]?.trim();
  if (fromEnv) return fromEnv;
  const file = join(dataDir(), 'keys', provider);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return null;
  if ((stat.mode & 0o077) !== 0) throw new AppError('NOT_ALLOWED', `The key file ${file} may be read by others (mode ${(stat.mode & 0o777).toString(8)}); run chmod 600 on it.`);
  return readFileSync(file, 'utf8').trim() || null;
}
