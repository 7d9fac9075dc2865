'use client';
import { useRouter } from 'next/navigation';
import type { ActionResult } from '@/components/action-result';
import { ConfirmReason } from '@/components/ui/confirm-reason';

/** For an incident that needs no change of code. */
export function CloseIncident({ incidentId, whyNot, close }: { incidentId: string; whyNot: string | null; close: (input: { incidentId: string; reason: string }) => Promise<ActionResult> }) {
  const router = useRouter();
  return (
    <ConfirmReason
      verb="Close"
      title="Close this incident"
      effect="Resolves its alerts with your reason. The book stays as it is: resuming it is a decision of its own."
      reason="required"
      disabledReason={whyNot}
      done="Incident closed."
      onConfirm={async (reason) => {
        const result = await close({ incidentId, reason });
        if (result.ok) router.refresh();
        return result;
      }}
    />
  );
}
