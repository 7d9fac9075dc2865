'use client';
import { useRouter } from 'next/navigation';
import type { ActionResult } from '@/components/action-result';
import { ConfirmReason } from '@/components/ui/confirm-reason';

/** The way out when no attempt passed. */
export function GiveUp({ proposalId, whyNot, giveUp }: { proposalId: string; whyNot: string | null; giveUp: (input: { proposalId: string; reason: string }) => Promise<ActionResult> }) {
  const router = useRouter();
  return (
    <ConfirmReason
      verb="Give up"
      title="Give up on this change"
      effect="The book goes back to halted; nothing is deployed. From there a new autopsy can be written, or the book resumed or closed."
      reason="required"
      disabledReason={whyNot}
      done="The book is halted."
      onConfirm={async (reason) => {
        const result = await giveUp({ proposalId, reason });
        if (result.ok) router.refresh();
        return result;
      }}
    />
  );
}
