'use client';
import { useState } from 'react';
import type { ActionError } from '@/components/action-result';
import { paths } from '@/components/paths';
import { Button, LinkButton } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/empty-state';
import { signInByLink } from './actions';

/** The link is used only when its reader says so: previews and prefetches open addresses too. */
export function SignInLink({ token }: { token: string }) {
  const [error, setError] = useState<ActionError | null>(null);
  const [busy, setBusy] = useState(false);
  return (
    <form
      className="space-y-4"
      onSubmit={async (event) => {
        event.preventDefault();
        setBusy(true);
        const result = await signInByLink({ token });
        if (result.ok) return window.location.replace(result.data.mustSetPassword ? paths.password() : paths.overview());
        setBusy(false);
        setError(result.error);
      }}
    >
      <p className="text-[0.8125rem] text-ink-2">This link signs in once, on this browser.</p>
      {error && <ErrorState error={error} />}
      {error ? (
        <LinkButton href={paths.signIn()}>Sign in with a password</LinkButton>
      ) : (
        <Button type="submit" variant="primary" busy={busy} className="w-full" autoFocus>
          Sign in
        </Button>
      )}
    </form>
  );
}
