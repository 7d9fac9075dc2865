'use client';
import type { ReactNode } from 'react';
import { useFormStatus } from 'react-dom';
import { Button } from './button';

/** The button of a form with an action: busy while the action runs. */
export function SubmitButton({ className, autoFocus = false, children }: { className?: string; autoFocus?: boolean; children: ReactNode }) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" variant="primary" busy={pending} autoFocus={autoFocus} {...(className ? { className } : {})}>
      {children}
    </Button>
  );
}
