'use client';
import { useState } from 'react';
import type { ActionError } from '@/components/action-result';
import { paths } from '@/components/paths';
import { LinkButton } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/empty-state';
import { SubmitButton } from '@/components/ui/submit-button';
import { signInByLink } from './actions';

/** The link is used only when its reader says so: previews and prefetches open addresses too. */
export function SignInLink({ token }: { token: string }) {
  const [error, setError] = useState<ActionError | null>(null);
  return (
    <form
      className="space-y-4"
      // An action, not onSubmit: React plays a press before hydration again, where the browser would drop the token and go to the bare page.
      action={async () => {
        const result = await signInByLink({ token });
        if (result.ok) return window.location.replace(result.data.mustSetPassword ? paths.password() : paths.overview());
        setError(result.error);
      }}
    >
      <p className="text-[0.8125rem] text-ink-2">This link signs in once, on this browser.</p>
      {error && <ErrorState error={error} plain />}
      {error ? (
        <LinkButton href={paths.signIn()}>Sign in with a password</LinkButton>
      ) : (
        <SubmitButton className="w-full" autoFocus>
          Sign in
        </SubmitButton>
      )}
    </form>
  );
}
