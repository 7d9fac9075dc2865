'use client';
import { Button } from '@/components/ui/button';
import { TimeText } from '@/components/ui/date-text';
import { TextInput } from '@/components/ui/field';

export interface IssuedLink {
  readonly name: string;
  /** Address with the one-time token, without the host. */
  readonly path: string;
  readonly expiresAt: number;
}

/** A one-time link, shown once; the console keeps only its hash. */
export function SignInLinkNotice({ issued, onClose }: { issued: IssuedLink; onClose: () => void }) {
  const address = `${window.location.origin}${issued.path}`;
  return (
    <div role="status" className="space-y-2 rounded-md border border-line-strong bg-raise px-3 py-3 text-[0.8125rem]">
      <p>
        Give this to {issued.name}. It works once, until <TimeText at={issued.expiresAt} />, and is not shown again.
      </p>
      <div className="flex flex-wrap gap-2">
        <TextInput aria-label="One-time sign-in link" readOnly value={address} className="min-w-0 flex-1 font-mono text-xs" onFocus={(e) => e.currentTarget.select()} />
        <Button onClick={() => navigator.clipboard.writeText(address)}>Copy</Button>
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
