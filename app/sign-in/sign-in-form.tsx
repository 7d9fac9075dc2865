'use client';
import { useState } from 'react';
import type { ActionError } from '@/components/action-result';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/empty-state';
import { Field, TextInput } from '@/components/ui/field';
import { signInByPassword } from './actions';

export function SignInForm({ next }: { next: string }) {
  const [error, setError] = useState<ActionError | null>(null);
  const [busy, setBusy] = useState(false);
  return (
    <form
      className="space-y-4"
      onSubmit={async (event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        setBusy(true);
        const result = await signInByPassword({ name: String(form.get('name')), password: String(form.get('password')) });
        if (result.ok) return window.location.assign(next);
        setBusy(false);
        setError(result.error);
      }}
    >
      <Field label="Name">
        <TextInput name="name" autoComplete="username" defaultValue="operator" required />
      </Field>
      <Field label="Password">
        <TextInput name="password" type="password" autoComplete="current-password" required autoFocus />
      </Field>
      {error && <ErrorState error={error} />}
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        Sign in
      </Button>
      <p className="text-xs text-ink-2">
        No password yet, or forgotten? On the machine that runs the console, <code className="font-mono text-2xs text-ink">oomrl sign-in-link</code> prints a link that works once.
      </p>
    </form>
  );
}
