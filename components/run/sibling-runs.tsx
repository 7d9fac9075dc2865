import Link from 'next/link';
import { agentName } from '@/components/agent-words';
import { paths } from '@/components/paths';
import { ProposalStateChip } from '@/components/ui/state-chip';
import type { ProposalState } from '@/server/contracts/proposal';

interface SiblingRun {
  readonly id: string;
  readonly provider: string;
  readonly model: string | null;
  readonly explore: number;
  readonly state: ProposalState;
}

/** The other agents that work on the same autopsy, each with its own run. */
export function SiblingRuns({ siblings }: { siblings: readonly SiblingRun[] }) {
  return (
    <ul aria-label="Other candidates" className="mb-6 flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
      {siblings.map((s) => (
        <li key={s.id} className="flex items-baseline gap-2">
          <Link href={paths.run(s.id)} className="text-accent hover:underline hover:underline-offset-4">
            Candidate {s.explore + 1}: {agentName(s.provider, s.model)}
          </Link>
          <ProposalStateChip state={s.state} />
        </li>
      ))}
    </ul>
  );
}
