import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { readActor } from '@/app/_server/actor';
import { safeNext } from '@/components/shell/safe-next';
import { SignedOutFrame } from '@/components/shell/signed-out-frame';
import { SignInForm } from './sign-in-form';
import { SignInLink } from './sign-in-link';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ link?: string; next?: string }> }) {
  const { link, next } = await searchParams;
  if (!link && (await readActor())) redirect(safeNext(next));
  return <SignedOutFrame title="Sign in">{link ? <SignInLink token={link} /> : <SignInForm next={safeNext(next)} />}</SignedOutFrame>;
}
