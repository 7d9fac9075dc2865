'use server';
import { z } from 'zod';
import { defineAction } from '@/app/_server/run-action';
import { setPassword } from '@/server/access/sign-in';

const schema = z.object({ password: z.string().max(1000) });

/** Sets the password of whoever asks; their other sessions end. */
export const choosePassword = defineAction({ what: 'Set password', role: 'viewer', schema }, async ({ db, actor, token, now }, { password }) => {
  await setPassword(db, { actor, password, keepToken: token, now });
  return null;
});
