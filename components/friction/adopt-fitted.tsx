'use client';
import type { ActionResult } from '../action-result';
import { ConfirmReason } from '../ui/confirm-reason';

interface AdoptFittedProps {
  bookName: string;
  lambda: { now: number; fitted: number };
  gamma: { now: number; fitted: number };
  /** Whose days say so: `the 20 traded days of episode 1`. */
  grounds: string;
  whyNot: string | null;
  onAdopt: (reason: string) => Promise<ActionResult>;
}

/** Takes the fitted λ and γ into the book, by an approver, with a reason. */
export function AdoptFitted({ bookName, lambda, gamma, grounds, whyNot, onAdopt }: AdoptFittedProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <ConfirmReason
        verb="Take the fitted λ and γ"
        title={`Eq. 1 of ${bookName}`}
        effect={
          <>
            From the next day on, eq. 1 of this book uses λ {lambda.fitted} (now {lambda.now}) and γ {gamma.fitted} (now {gamma.now}), as {grounds} say. Modelled friction and the reward change; days that are stored, equity and fees do not. A proposal that is verified later is compared under the new numbers.
          </>
        }
        reason="required"
        disabledReason={whyNot}
        done="The fitted λ and γ are the book’s from the next day on."
        onConfirm={onAdopt}
      />
      {whyNot && <p className="text-xs text-ink-2">{whyNot}</p>}
    </div>
  );
}
