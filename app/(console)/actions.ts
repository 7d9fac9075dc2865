'use server';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { defineAction } from '@/app/_server/run-action';
import { SESSION_COOKIE, signOut } from '@/server/access/sessions';

/** Ends this session and forgets its cookie. */
export const endSession = defineAction({ what: 'Sign out', role: 'viewer', schema: z.object({}) }, async ({ db, actor, token, now }) => {
  signOut(db, { token, actor, now });
  (await cookies()).delete(SESSION_COOKIE);
  return null;
});
