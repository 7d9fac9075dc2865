'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import type { ActionError, ActionResult } from '../action-result';
import { Button, type ButtonVariant } from './button';
import { Dialog } from './dialog';
import { ErrorState } from './empty-state';
import { Field, TextArea } from './field';
import { useToast } from './toast';

export const MIN_REASON = 3;

interface ConfirmReasonProps {
  /** Words on the button that opens it and on the one that does it. */
  verb: string;
  title: string;
  /** What will happen, in plain words; also the button's tooltip. */
  effect: ReactNode;
  reason: 'none' | 'required';
  variant?: ButtonVariant;
  size?: 'md' | 'sm';
  danger?: boolean;
  disabledReason?: string | null;
  /** Extra inputs between effect and reason. */
  children?: ReactNode;
  done?: string;
  onConfirm: (reason: string) => Promise<ActionResult>;
}

/**
 * The one confirmation. It says the consequence, asks for a reason where the audit log wants one, and never puts focus
 * on the button that does it: Enter twice must not halt a book (console.md A1, FreqUI).
 */
export function ConfirmReason({ verb, title, effect, reason, variant = 'secondary', size = 'md', danger = false, disabledReason, children, done, onConfirm }: ConfirmReasonProps) {
  const toast = useToast();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<ActionError | null>(null);
  const short = reason === 'required' && text.trim().length < MIN_REASON;

  const close = () => {
    setOpen(false);
    setError(null);
  };
  const confirm = async () => {
    setBusy(true);
    const result = await onConfirm(text.trim());
    setBusy(false);
    if (!result.ok) {
      setError(result.error);
      // Refused because something moved: show what it is now, so that the next press decides on that.
      router.refresh();
      return;
    }
    setText('');
    close();
    toast({ text: done ?? `${verb}: done.` });
  };

  return (
    <>
      <Button variant={danger ? 'danger' : variant} size={size} disabledReason={disabledReason} title={typeof effect === 'string' ? effect : undefined} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <Dialog open={open} onClose={close} title={title}>
        <form
          className="mt-2 space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!short && !busy) void confirm();
          }}
        >
          <div className="text-[0.8125rem] text-ink-2">{effect}</div>
          {children}
          {reason === 'required' && (
            <Field label="Reason" hint={`Goes into the audit log. At least ${MIN_REASON} characters.`}>
              <TextArea rows={3} required value={text} maxLength={1000} onChange={(event) => setText(event.target.value)} autoFocus />
            </Field>
          )}
          {error && <ErrorState error={error} />}
          <div className="flex justify-end gap-2">
            <Button variant="quiet" onClick={close} autoFocus={reason === 'none'}>
              Cancel
            </Button>
            <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabledReason={short ? `Write a reason of at least ${MIN_REASON} characters.` : null}>
              {verb}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
