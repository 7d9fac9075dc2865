import Link from 'next/link';
import { paths } from '@/components/paths';
import { Ago } from '@/components/ui/date-text';
import { Hash } from '@/components/ui/hash';
import type { ProposalState } from '@/server/contracts/proposal';

interface OutcomeProps {
  proposal: { id: string; incidentId: string; state: ProposalState; feedback: string | null };
  book: { id: string; name: string };
  approval: { status: 'holding' | 'deployed' | 'cancelled' | 'expired'; approverName: string; endedAt: number | null; commit: string | null; note: string | null } | null;
}

/** What became of the proposal, in a sentence; nothing while it waits for a decision. */
export function Outcome({ proposal, book, approval }: OutcomeProps) {
  const text = sentence({ proposal, book, approval });
  return text === null ? null : <p className="mb-6 border-l-2 border-accent pl-4 text-[0.8125rem]">{text}</p>;
}

function sentence({ proposal, book, approval }: OutcomeProps) {
  const toBook = (
    <Link href={paths.book(book.id)} className="text-accent underline underline-offset-4">
      {book.name} goes on with it
    </Link>
  );
  if (proposal.state === 'deployed') {
    return (
      <>
        Deployed <Ago at={approval?.endedAt} />, approved by {approval?.approverName}, as commit <Hash value={approval?.commit} kind="commit" />. {toBook}.
      </>
    );
  }
  if (proposal.state === 'rejected') {
    return (
      <>
        Rejected: “{proposal.feedback}” Nothing was deployed.{' '}
        <Link href={paths.incident(proposal.incidentId)} className="text-accent underline underline-offset-4">
          Go on from the incident
        </Link>
        .
      </>
    );
  }
  if (proposal.state === 'superseded') return proposal.feedback === null ? <>Set aside: another candidate of its round was chosen.</> : <>Sent back to the agent: “{proposal.feedback}”</>;
  if (approval?.status === 'cancelled') return <>{approval.approverName}’s approval was taken back before anything was deployed.</>;
  if (approval?.status === 'expired') return <>The approval no longer binds: {approval.note} Nothing was deployed.</>;
  return null;
}
