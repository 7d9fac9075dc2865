import { AppError } from '@/server/contracts/errors';
import type { HostedProvider } from './api-key';

const NAME: Readonly<Record<HostedProvider, string>> = { anthropic: 'ANTHROPIC_BASE_URL', openai: 'OPENAI_BASE_URL' };
const PLAIN_NAME = 'OOMRL_MODEL_PLAIN_HTTP';
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The base URL of a provider from the environment; null: the vendor's own. The key and the package's source go there, so another
 * machine is asked over TLS only, unless OOMRL_MODEL_PLAIN_HTTP names its host. What is refused is not quoted: an address may carry a secret.
 * @throws AppError BAD_INPUT (no address), NOT_ALLOWED (readable on the way)
 */
export function readBaseUrl(provider: HostedProvider, env: NodeJS.ProcessEnv = process.env): string | null {
  const name = NAME[provider];
  const text = env[name]?.trim();
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new AppError('BAD_INPUT', `${name}: the value is no http(s) URL, such as http://localhost:11434/v1.`);
  if (url.username !== '' || url.password !== '') throw new AppError('BAD_INPUT', `${name}: the address of ${url.host} carries a user or a password; put the key in the key variable or file instead.`);
  const plainHosts = (env[PLAIN_NAME] ?? '').split(',').map((host) => host.trim());
  if (url.protocol === 'http:' && !LOCAL.test(url.hostname) && !plainHosts.includes(url.hostname)) {
    throw new AppError('NOT_ALLOWED', `${name}: ${url.host} is another machine and http is not encrypted, so the key and the source could be read on the way. Use https, or name the host in ${PLAIN_NAME} when the network between is yours.`);
  }
  return text;
}
