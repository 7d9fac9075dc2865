'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { useNow } from '@/components/live/clock';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/empty-state';

const HOLD_MS = 10_000;

interface HoldCountdownProps {
  approvalId: string;
  approverName: string;
  holdUntil: number;
  /** Why this reader may not take it back; null when they may. */
  whyNotCancel: string | null;
  cancel: (input: { approvalId: string }) => Promise<ActionResult>;
}

/** The ten seconds between the click and the deployment, in which the click can be taken back. */
export function HoldCountdown({ approvalId, approverName, holdUntil, whyNotCancel, cancel }: HoldCountdownProps) {
  const now = useNow();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);
  const leftMs = now === null ? HOLD_MS : Math.max(0, holdUntil - now);
  const over = leftMs === 0;

  // External system: the engine deploys when the hold is over; the stream tells at once, this asks in case it is lost.
  useEffect(() => {
    if (!over) return;
    const timer = setInterval(() => router.refresh(), 2_000);
    return () => clearInterval(timer);
  }, [over, router]);

  const takeBack = async () => {
    setBusy(true);
    const result = await cancel({ approvalId });
    setBusy(false);
    if (!result.ok) return setError(result.error);
    router.refresh();
  };

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* First and on the left: messages appear at the lower right and must never lie over it. */}
        {over ? null : (
          <Button variant="danger" busy={busy} disabledReason={whyNotCancel} onClick={takeBack}>
            Cancel
          </Button>
        )}
        <p className="min-w-0 flex-1 text-[0.8125rem]">
          <span role="status">{over ? 'Deploying now.' : `${approverName} approved this. `}</span>
          {over ? null : (
            <span className="num" aria-hidden="true">
              Deploys in {Math.ceil(leftMs / 1000)} s.
            </span>
          )}
        </p>
      </div>
      <div className="h-0.5 overflow-hidden rounded-full bg-sink" aria-hidden="true">
        <div className="h-full bg-accent transition-[width] duration-1000 ease-linear" style={{ width: `${(leftMs / HOLD_MS) * 100}%` }} />
      </div>
      {error ? <ErrorState error={error} /> : null}
    </div>
  );
}
