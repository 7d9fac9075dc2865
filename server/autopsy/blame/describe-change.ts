import type { EvidenceRef } from '@/server/contracts/autopsy';
import type { Blame, BlamedPart, CodeChange } from './read-blame';

/** `v3 (patch of openai gpt-x, deployed from 2024-07-01 by Ada)`. */
export function describeChange({ label, proposal, deployment }: CodeChange): string {
  const author = proposal === null ? 'registered by a person' : `patch of ${proposal.provider === 'search' ? 'the search agent' : proposal.provider === 'mcp' ? 'an agent over MCP' : `${proposal.provider}${proposal.model ? ` ${proposal.model}` : ''}`}`;
  return `${label} (${author}${deployment ? `, deployed from ${deployment.fromDate} by ${deployment.by}` : ', never deployed here'})`;
}

/** `isRebalanceDay (src/schedule.ts lines 4–6)`. */
export const describePart = ({ symbol, path, changed, from, to }: BlamedPart, whole = false): string => `${symbol} (${path} ${whole ? spanOf({ from, to }) : changed.map(spanOf).join(', ')})`;

const spanOf = ({ from, to }: { from: number; to: number }): string => (from === to ? `line ${from}` : `lines ${from}–${to}`);

/** The rows that a sentence about a change may cite: the deployment, and the run of the agent that wrote it. */
export const changeRefs = ({ deployment, proposal }: CodeChange): EvidenceRef[] => [...(deployment ? [{ kind: 'deployment' as const, id: deployment.id }] : []), ...(proposal ? [{ kind: 'trace' as const, id: proposal.id }] : [])];

/** The deployments that the table of the code's history shows. */
export const deploymentsOf = (blame: Blame | null): EvidenceRef[] => (blame?.versions ?? []).flatMap(({ deployment }) => (deployment ? [{ kind: 'deployment' as const, id: deployment.id }] : []));
