'use client';
import type { ActionResult } from '@/components/action-result';
import { ConfirmReason } from '@/components/ui/confirm-reason';

/** Signing, with what it does said before it is done. */
export function SignPanel({ version, whyNot, onSign }: { version: number; whyNot: string | null; onSign: () => Promise<ActionResult> }) {
  return (
    <section aria-label="Sign" className="space-y-2 border-t border-line pt-4">
      <ConfirmReason
        verb="Sign"
        variant="primary"
        title={`Sign version ${version}`}
        effect="The text becomes immutable under its hash, with your name on it. Nothing is sent to an agent until you start one; changing your mind means a new version."
        reason="none"
        disabledReason={whyNot}
        done="Signed."
        onConfirm={onSign}
      />
      <p className="text-xs text-ink-2">{whyNot ?? 'Signing freezes this text. It does not start an agent.'}</p>
    </section>
  );
}
