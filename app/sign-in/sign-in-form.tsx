'use client';
import { useState } from 'react';
import type { ActionError } from '@/components/action-result';
import { ErrorState } from '@/components/ui/empty-state';
import { Field, TextInput } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { signInByPassword } from './actions';

export function SignInForm({ next }: { next: string }) {
  const [error, setError] = useState<ActionError | null>(null);
  const [name, setName] = useState('operator');
  return (
    <form
      className="space-y-4"
      // An action, not onSubmit: React plays a press before hydration again, where the browser would put the password into the address.
      action={async (form) => {
        const tried = String(form.get('name'));
        const result = await signInByPassword({ name: tried, password: String(form.get('password')) });
        if (result.ok) return window.location.assign(next);
        setName(tried);
        setError(result.error);
      }}
    >
      <Field label="Name">
        <TextInput name="name" autoComplete="username" defaultValue={name} required />
      </Field>
      <Field label="Password">
        <TextInput name="password" type="password" autoComplete="current-password" required autoFocus />
      </Field>
      {error && <ErrorState error={error} plain />}
      <SubmitButton className="w-full">
        Sign in
      </SubmitButton>
      <p className="text-xs text-ink-2">
        No password yet, or forgotten? On the machine that runs the console, <code className="font-mono text-2xs text-ink">oomrl sign-in-link</code> prints a link that works once.
      </p>
    </form>
  );
}
