import { AppError } from '@/server/contracts/errors';

/**
 * A mutation must come from a page of this very host. proxy.ts refuses other hosts and sites first; this second check
 * stands beside the mutation, because a proxy can be bypassed (CVE-2025-29927) and an action cannot.
 * @throws AppError NOT_ALLOWED
 */
export function assertSameOrigin(headers: Headers): void {
  const host = headers.get('host');
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const same = origin ? origin === `http://${host}` || origin === `https://${host}` : site === null || site === 'same-origin';
  if (!host || !same) throw new AppError('NOT_ALLOWED', 'This request came from another site and was refused.');
}
