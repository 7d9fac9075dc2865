'use server';
import { cookies, headers } from 'next/headers';
import { z } from 'zod';
import type { ActionResult } from '@/components/action-result';
import { assertSameOrigin } from '@/app/_server/origin';
import { toActionError } from '@/app/_server/to-action-error';
import { SESSION_COOKIE, SESSION_MS } from '@/server/access/sessions';
import { redeemSignInLink, signInWithPassword } from '@/server/access/sign-in';
import { parseOrThrow } from '@/server/contracts/errors';
import { db } from '@/server/db/client';

const linkSchema = z.object({ token: z.string().min(20).max(200) });
const passwordSchema = z.object({ name: z.string().min(1, 'must not be empty').max(60), password: z.string().min(1, 'must not be empty').max(1000) });

async function keepSession(token: string): Promise<void> {
  const secure = (await headers()).get('origin')?.startsWith('https://') ?? false;
  (await cookies()).set(SESSION_COOKIE, token, { httpOnly: true, sameSite: 'strict', secure, path: '/', maxAge: SESSION_MS / 1000 });
}

async function answer<T>(what: string, work: () => Promise<T>): Promise<ActionResult<T>> {
  try {
    assertSameOrigin(await headers());
    return { ok: true, data: await work() };
  } catch (error) {
    return { ok: false, error: toActionError(error, what) };
  }
}

/** Uses up a one-time link. Opening the address does nothing by itself, so a prefetch cannot burn the link. */
export async function signInByLink(raw: z.input<typeof linkSchema>): Promise<ActionResult<{ mustSetPassword: boolean }>> {
  return answer('Sign in', async () => {
    const { token } = parseOrThrow(linkSchema, raw, 'sign-in link');
    const { sessionToken, mustSetPassword } = redeemSignInLink(db(), { token, now: Date.now() });
    await keepSession(sessionToken);
    return { mustSetPassword };
  });
}

export async function signInByPassword(raw: z.input<typeof passwordSchema>): Promise<ActionResult<null>> {
  return answer('Sign in', async () => {
    const { name, password } = parseOrThrow(passwordSchema, raw, 'sign-in');
    const { sessionToken } = await signInWithPassword(db(), { name, password, now: Date.now() });
    await keepSession(sessionToken);
    return null;
  });
}
