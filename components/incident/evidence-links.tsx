import { paths } from '@/components/paths';
import type { EvidenceRef } from '@/server/contracts/autopsy';

const SHOWN = 6;

/** What a reference is called in a sentence: `2024-07-01` for a day, `fill SYN042` for a fill, the end of the id for the rest. */
export function evidenceLabel(ref: EvidenceRef): string {
  const parts = ref.id.split('/');
  const last = parts.at(-1) ?? ref.id;
  if (ref.kind === 'day') return last;
  const name = last === 'fill' ? (parts.at(-2) ?? last) : last;
  return `${ref.kind} ${name.length > 12 ? `…${name.slice(-6)}` : name}`;
}

/** Citations as links to their rows; `page` is '' on the incident page itself. */
export function EvidenceLinks({ refs, page }: { refs: readonly EvidenceRef[]; page: string }) {
  if (refs.length === 0) return null;
  const link = (ref: EvidenceRef) => (
    <a key={`${ref.kind} ${ref.id}`} href={`${page}#${paths.anchor(ref)}`} className="num rounded text-accent hover:underline hover:underline-offset-4">
      {evidenceLabel(ref)}
    </a>
  );
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
      {refs.slice(0, SHOWN).map(link)}
      {refs.length > SHOWN ? (
        <details>
          <summary className="text-ink-3">{refs.length - SHOWN} more</summary>
          <span className="flex flex-wrap gap-x-3">{refs.slice(SHOWN).map(link)}</span>
        </details>
      ) : null}
    </span>
  );
}
