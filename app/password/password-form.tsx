'use client';
import { useState } from 'react';
import type { ActionError } from '@/components/action-result';
import { paths } from '@/components/paths';
import { LinkButton } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/empty-state';
import { Field, TextInput } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { choosePassword } from './actions';

export function PasswordForm({ name, minLength }: { name: string; minLength: number }) {
  const [error, setError] = useState<ActionError | null>(null);
  return (
    <form
      className="space-y-4"
      // An action, not onSubmit: React plays a press before hydration again, where the browser would put the password into the address.
      action={async (form) => {
        if (form.get('password') !== form.get('again')) return setError({ code: 'BAD_INPUT', message: 'The two passwords differ.' });
        const result = await choosePassword({ password: String(form.get('password')) });
        if (result.ok) return window.location.replace(paths.overview());
        setError(result.error);
      }}
    >
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <Field label="New password" hint={`At least ${minLength} characters.`}>
        <TextInput name="password" type="password" autoComplete="new-password" minLength={minLength} required autoFocus />
      </Field>
      <Field label="Again">
        <TextInput name="again" type="password" autoComplete="new-password" minLength={minLength} required />
      </Field>
      {error && <ErrorState error={error} />}
      <div className="flex gap-2">
        <SubmitButton className="flex-1">
          Save
        </SubmitButton>
        <LinkButton href={paths.overview()} variant="quiet">
          Later
        </LinkButton>
      </div>
    </form>
  );
}
