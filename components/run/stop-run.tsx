'use client';
import { useRouter } from 'next/navigation';
import type { ActionResult } from '@/components/action-result';
import { ConfirmReason } from '@/components/ui/confirm-reason';

interface StopRunProps {
  proposalId: string;
  whyNot: string | null;
  stop: (input: { proposalId: string; reason: string }) => Promise<ActionResult>;
}

/** Stops the agent; always works, and says what stays. */
export function StopRun({ proposalId, whyNot, stop }: StopRunProps) {
  const router = useRouter();
  return (
    <ConfirmReason
      verb="Stop the agent"
      title="Stop the agent"
      effect="The agent ends at once; attempts and their cost stay on record. The book goes back to halted and nothing is deployed."
      reason="required"
      danger
      disabledReason={whyNot}
      done="The agent was told to stop."
      onConfirm={async (reason) => {
        const result = await stop({ proposalId, reason });
        if (result.ok) router.refresh();
        return result;
      }}
    />
  );
}
