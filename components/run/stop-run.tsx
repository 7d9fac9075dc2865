'use client';
import { useRouter } from 'next/navigation';
import type { ActionResult } from '@/components/action-result';
import { ConfirmReason } from '@/components/ui/confirm-reason';

interface StopRunProps {
  proposalId: string;
  whyNot: string | null;
  stop: (input: { proposalId: string }) => Promise<ActionResult>;
}

/** Stops the agent; always works, and says what stays. */
export function StopRun({ proposalId, whyNot, stop }: StopRunProps) {
  const router = useRouter();
  return (
    <ConfirmReason
      verb="Stop the agent"
      title="Stop the agent"
      effect="The agent ends at once; its attempts and their cost stay on record, and nothing is deployed. The book stays in refactoring until another agent starts or someone gives up."
      reason="none"
      danger
      disabledReason={whyNot}
      done="The agent was stopped."
      onConfirm={async () => {
        const result = await stop({ proposalId });
        if (result.ok) router.refresh();
        return result;
      }}
    />
  );
}
