import { paths } from '@/components/paths';
import type { EvidenceRef } from '@/server/contracts/autopsy';

/** A citation ready to be shown: what it is called and where its row stands; null when no screen shows it. */
export interface EvidenceLink {
  readonly label: string;
  readonly href: string | null;
}

export interface Place {
  readonly bookId: string;
  /** Address of the incident; '' on its own page. */
  readonly page: string;
  /** Anchors that stand on the incident's page. */
  readonly anchors: ReadonlySet<string>;
  /** Trading day of cited alerts, fills and orders by id (`readRowDates`). */
  readonly dates: ReadonlyMap<string, string>;
}

/** What a reference is called in a sentence: `2024-07-01` for a day, `alert 2024-07-01` where its day is known, `fill SYN042` for a fill, the end of the id for the rest. */
export function evidenceLabel(ref: EvidenceRef, dates: Place['dates'] = new Map()): string {
  const parts = ref.id.split('/');
  const last = parts.at(-1) ?? ref.id;
  if (ref.kind === 'day') return last;
  if (ref.kind === 'alert' && dates.has(ref.id)) return `alert ${dates.get(ref.id)}`;
  const name = last === 'fill' ? (parts.at(-2) ?? last) : last;
  return `${ref.kind} ${name.length > 12 ? `…${name.slice(-6)}` : name}`;
}

/** Citations as links, each row once. A row that is not on the incident's page is shown by the page of its day. */
export function linkEvidence(refs: readonly EvidenceRef[], place: Place): EvidenceLink[] {
  const rows = [...new Map(refs.map((ref) => [`${ref.kind} ${ref.id}`, ref])).values()];
  return rows.map((ref) => ({ label: evidenceLabel(ref, place.dates), href: addressOf(ref, place) }));
}

function addressOf(ref: EvidenceRef, { bookId, page, anchors, dates }: Place): string | null {
  const anchor = paths.anchor(ref);
  if (anchors.has(anchor)) return `${page}#${anchor}`;
  const parts = ref.id.split('/');
  if (ref.kind === 'day') return paths.day(bookId, parts.at(-1) ?? '', { episode: parts.at(-2) ?? null });
  if (ref.kind === 'deployment') return paths.book(bookId, { tab: 'versions' });
  // A trace is the run of a proposal, or the consultations of an incident, which stand in its thread.
  if (ref.kind === 'trace') return ref.id.startsWith('pro_') ? paths.run(ref.id) : null;
  const date = dates.get(ref.id);
  if (date && ref.kind === 'alert') return `${paths.day(bookId, date)}#${anchor}`;
  if (date) return `${paths.day(bookId, date, { episode: parts[0] ?? null })}#${anchor}`;
  return null;
}
