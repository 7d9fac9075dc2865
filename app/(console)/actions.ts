'use server';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { defineAction } from '@/app/_server/run-action';
import { paths } from '@/components/paths';
import { SESSION_COOKIE, signOut } from '@/server/access/sessions';
import { haltAllBooks } from '@/server/books/halt-all';

/** Ends this session and forgets its cookie. */
export const endSession = defineAction({ what: 'Sign out', role: 'viewer', schema: z.object({}) }, async ({ db, actor, token, now }) => {
  signOut(db, { token, actor, now });
  (await cookies()).delete(SESSION_COOKIE);
  return null;
});

/** The kill switch. Stopping is safe on any page, however old. */
export const haltAll = defineAction({ what: 'Halt all books', role: 'operator', schema: z.object({ reason: z.string().trim().max(1000) }), revalidate: () => [paths.overview()] }, ({ db, actor, now }, { reason }) => {
  haltAllBooks(db, { reason, actor, now });
  return null;
});
