import { EmptyState } from '@/components/ui/empty-state';
import { withMath } from '@/components/ui/math-text';
import { EvidenceLinks } from './evidence-links';
import type { SuspectClaim } from './types';

/** What may have caused it, strongest first. A claim that cites no stored row never gets here. */
export function Suspects({ suspects }: { suspects: readonly SuspectClaim[] }) {
  if (suspects.length === 0) return <EmptyState kind="none" title="No rule points at a cause.">The rows below are all there is; the root cause is yours to name.</EmptyState>;
  return (
    <ol className="divide-y divide-line border-y border-line">
      {suspects.map((suspect, i) => (
        <li key={suspect.mode} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[1.25rem_12rem_minmax(0,1fr)]">
          <span className="num text-ink-3 max-sm:hidden">{i + 1}</span>
          <p>
            <span className="font-medium">{suspect.title}</span>
            <span className="block text-xs text-ink-3">{suspect.area}</span>
          </p>
          <div className="min-w-0 space-y-1.5">
            <p className="max-w-prose text-ink-2">{withMath(suspect.claim)}</p>
            <EvidenceLinks links={suspect.links} />
          </div>
        </li>
      ))}
    </ol>
  );
}
