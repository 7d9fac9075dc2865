import 'server-only';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { paths } from '@/components/paths';
import { readSession, SESSION_COOKIE } from '@/server/access/sessions';
import type { User } from '@/server/access/users';
import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { db } from '@/server/db/client';

export interface SignedIn {
  actor: Actor;
  user: User;
  token: string;
}

/** Who asks, or null. Read once a request, from the cookie; never from anything the page could say about itself. */
export const readActor = cache(async (): Promise<SignedIn | null> => {
  const token = (await cookies()).get(SESSION_COOKIE)?.value;
  if (!token) return null;
  const found = readSession(db(), { token, now: Date.now() });
  return found && { ...found, token };
});

/** For pages: sends the reader to sign in and back again. */
export async function requireActor(): Promise<SignedIn> {
  const found = await readActor();
  if (found) return found;
  const here = (await headers()).get('x-oomrl-path');
  redirect(paths.signIn(here && here !== '/' ? { next: here } : {}));
}

/** For actions and route handlers. @throws AppError NOT_SIGNED_IN */
export async function demandActor(): Promise<SignedIn> {
  const found = await readActor();
  if (!found) throw new AppError('NOT_SIGNED_IN', 'Your session has ended; sign in again.');
  return found;
}
