import { linkEvidence } from '@/components/incident/link-evidence';
import type { EvidenceRef } from '@/server/contracts/autopsy';
import type { ThreadEntry } from './thread-list';

type Stored = Omit<ThreadEntry, 'links'> & { readonly evidence: readonly EvidenceRef[] };

/** Stored messages as the list shows them. */
export const toEntries = (messages: readonly Stored[], place: Parameters<typeof linkEvidence>[1]): ThreadEntry[] =>
  messages.map(({ id, number, authorKind, authorName, text, fromDate, toDate, at, evidence }) => ({ id, number, authorKind, authorName, text, fromDate, toDate, at, links: linkEvidence(evidence, place) }));
