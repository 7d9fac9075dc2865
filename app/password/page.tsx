import type { Metadata } from 'next';
import { requireActor } from '@/app/_server/actor';
import { SignedOutFrame } from '@/components/shell/signed-out-frame';
import { MIN_PASSWORD_LENGTH } from '@/server/access/password';
import { PasswordForm } from './password-form';

export const metadata: Metadata = { title: 'Set a password' };

export default async function PasswordPage() {
  const { user } = await requireActor();
  return (
    <SignedOutFrame title={user.hasPassword ? 'Change your password' : 'Set a password'}>
      <PasswordForm name={user.name} minLength={MIN_PASSWORD_LENGTH} />
    </SignedOutFrame>
  );
}
