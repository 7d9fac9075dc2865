import type { EvidenceLink } from './link-evidence';

const SHOWN = 6;

/** Citations in a row; more than a few are folded. */
export function EvidenceLinks({ links }: { links: readonly EvidenceLink[] }) {
  if (links.length === 0) return null;
  const show = ({ label, href }: EvidenceLink) =>
    href === null ? (
      <span key={label} className="num text-ink-2">
        {label}
      </span>
    ) : (
      <a key={href} href={href} className="num rounded text-accent hover:underline hover:underline-offset-4">
        {label}
      </a>
    );
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
      {links.slice(0, SHOWN).map(show)}
      {links.length > SHOWN ? (
        <details>
          <summary className="text-ink-3">{links.length - SHOWN} more</summary>
          <div className="flex flex-wrap gap-x-3">{links.slice(SHOWN).map(show)}</div>
        </details>
      ) : null}
    </div>
  );
}
