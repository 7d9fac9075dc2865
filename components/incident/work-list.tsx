import Link from 'next/link';
import { agentName } from '@/components/agent-words';
import { paths } from '@/components/paths';
import { Chip } from '@/components/ui/chip';
import { Ago } from '@/components/ui/date-text';
import { ProposalStateChip } from '@/components/ui/state-chip';
import { proposalStateSchema } from '@/server/contracts/proposal';

interface WorkListProps {
  incidentId: string;
  autopsies: readonly { id: string; version: number; status: 'draft' | 'signed'; updatedAt: number; updatedBy: string; signedAt: number | null; signedBy: string | null }[];
  proposals: readonly { id: string; state: string; provider: string; createdAt: number }[];
}

/** What has been done about it so far: written versions and what agents made of them. */
export function WorkList({ incidentId, autopsies, proposals }: WorkListProps) {
  if (autopsies.length === 0 && proposals.length === 0) return null;
  return (
    <ul aria-label="Work on this incident" className="divide-y divide-line border-y border-line text-[0.8125rem]">
      {proposals.map((proposal) => {
        const state = proposalStateSchema.parse(proposal.state);
        const working = state === 'queued' || state === 'running';
        return (
          <li key={proposal.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Link href={working ? paths.run(proposal.id) : paths.proposal(proposal.id)} className="font-medium hover:underline hover:underline-offset-4">
              Proposal by {agentName(proposal.provider)}
            </Link>
            <ProposalStateChip state={state} />
            <span className="ml-auto text-xs text-ink-2">
              <Ago at={proposal.createdAt} />
            </span>
          </li>
        );
      })}
      {autopsies.map((autopsy) => (
        <li key={autopsy.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <Link href={paths.autopsy(incidentId, { version: autopsy.version })} className="font-medium hover:underline hover:underline-offset-4">
            Autopsy, version {autopsy.version}
          </Link>
          <Chip tone={autopsy.status === 'signed' ? 'accent' : 'neutral'} shape={autopsy.status === 'signed' ? 'check' : 'half'}>
            {autopsy.status === 'signed' ? 'Signed' : 'Draft'}
          </Chip>
          <span className="ml-auto text-xs text-ink-2">
            {autopsy.signedBy ?? autopsy.updatedBy}, <Ago at={autopsy.signedAt ?? autopsy.updatedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
