'use client';
import type { ActionResult } from '../action-result';
import { ConfirmReason } from '../ui/confirm-reason';
import { Ago } from '../ui/date-text';

interface HaltAllProps {
  /** Books that trade now. */
  running: number;
  last: { readonly by: string; readonly at: number; readonly reason: string } | null;
  whyNot: string | null;
  halt: (input: { reason: string }) => Promise<ActionResult>;
}

/** The kill switch, on every page. It stops; it never sells. */
export function HaltAll({ running, last, whyNot, halt }: HaltAllProps) {
  return (
    <div className="mt-3 space-y-1 text-xs">
      <ConfirmReason
        verb="Halt all books"
        title="Halt all books"
        size="sm"
        danger
        reason="required"
        disabledReason={whyNot ?? (running === 0 ? 'No book is running.' : null)}
        done="All books are halted."
        effect={`${running === 1 ? 'The one running book stops' : `All ${running} running books stop`} now. Positions stay and nothing is sold; no orders are sent until an approver resumes each book.`}
        onConfirm={(reason) => halt({ reason })}
      />
      {last ? (
        <p className="text-ink-3" title={last.reason}>
          Last used <Ago at={last.at} /> by {last.by}
        </p>
      ) : null}
    </div>
  );
}
