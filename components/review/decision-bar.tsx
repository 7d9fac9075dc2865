'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { paths } from '@/components/paths';
import { Button } from '@/components/ui/button';
import { ConfirmReason } from '@/components/ui/confirm-reason';
import { ErrorState } from '@/components/ui/empty-state';
import { Hash } from '@/components/ui/hash';
import { HoldCountdown } from './hold-countdown';

export interface DecisionActions {
  approve: (input: { proposalId: string; expectedBinding: string }) => Promise<ActionResult>;
  cancel: (input: { approvalId: string }) => Promise<ActionResult>;
  reject: (input: { proposalId: string; reason: string }) => Promise<ActionResult>;
  /** Answers the proposal the agent works on next. */
  requestChanges: (input: { proposalId: string; reason: string }) => Promise<ActionResult<{ proposalId: string }>>;
}

interface DecisionBarProps {
  proposalId: string;
  /** sha256 over exactly what would be deployed; null while nothing passed. */
  bindingHash: string | null;
  /** Why Approve is disabled; null when it may be pressed. */
  whyNotApprove: string | null;
  /** Why the other two are disabled. */
  whyNotDecide: string | null;
  whyNotCancel: string | null;
  hold: { approvalId: string; approverName: string; holdUntil: number } | null;
  actions: DecisionActions;
}

/**
 * The one decision of the page, always in reach. Approve is a single click because the gates and the hold stand behind
 * it; it sends the hash of what was read, so whatever moved meanwhile refuses it.
 */
export function DecisionBar({ proposalId, bindingHash, whyNotApprove, whyNotDecide, whyNotCancel, hold, actions }: DecisionBarProps) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);

  const approve = async () => {
    if (!bindingHash) return;
    setBusy(true);
    setError(null);
    const result = await actions.approve({ proposalId, expectedBinding: bindingHash });
    setBusy(false);
    if (!result.ok) setError(result.error);
    router.refresh();
  };
  const sendBack = async (reason: string) => {
    const result = await actions.requestChanges({ proposalId, reason });
    if (result.ok) router.push(paths.run(result.data.proposalId));
    return result;
  };
  const thenRefresh = async (result: Promise<ActionResult>) => {
    const settled = await result;
    if (settled.ok) router.refresh();
    return settled;
  };

  return (
    <section aria-label="Decision" className="sticky bottom-0 z-20 -mx-4 mt-10 border-t border-line-strong bg-paper/95 px-4 py-3 backdrop-blur sm:-mx-8 sm:px-8">
      {hold ? (
        <HoldCountdown {...hold} whyNotCancel={whyNotCancel} cancel={actions.cancel} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button variant="primary" busy={busy} disabledReason={whyNotApprove} title="Commits this diff to the package, deploys it after a hold of 10 s, and the book trades on." onClick={approve}>
            Approve
          </Button>
          <ConfirmReason verb="Request changes" title="Send it back to the agent" effect="The book goes back to refactoring and the agent starts again with your reason as part of its mandate." reason="required" disabledReason={whyNotDecide} done="Sent back to the agent." onConfirm={sendBack} />
          <ConfirmReason verb="Reject" title="Reject this proposal" effect="The proposal ends here with your reason; nothing is deployed and the book stays stopped." reason="required" disabledReason={whyNotDecide} danger done="Rejected." onConfirm={(reason) => thenRefresh(actions.reject({ proposalId, reason }))} />
          <p className="min-w-0 basis-full text-xs text-ink-2 sm:basis-auto sm:flex-1 sm:text-right">
            {whyNotApprove ?? (
              <>
                You approve exactly <Hash value={bindingHash} kind="binding hash" />
              </>
            )}
          </p>
        </div>
      )}
      {error ? (
        <div className="mt-2">
          <ErrorState
            error={error}
            action={
              error.code === 'BINDING_MISMATCH' ? (
                <Button size="sm" onClick={() => window.location.reload()}>
                  Read it again
                </Button>
              ) : undefined
            }
          />
        </div>
      ) : null}
    </section>
  );
}
