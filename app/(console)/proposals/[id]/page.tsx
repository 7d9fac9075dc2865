import type { Metadata } from 'next';
import Link from 'next/link';
import { requireActor } from '@/app/_server/actor';
import { orNotFound } from '@/app/_server/or-not-found';
import { paths } from '@/components/paths';
import { ThreadList } from '@/components/deliberation/thread-list';
import { toEntries } from '@/components/deliberation/to-entries';
import { CandidatesTable } from '@/components/review/candidates-table';
import { DecisionBar } from '@/components/review/decision-bar';
import { Outcome } from '@/components/review/outcome';
import { whyNotDecide } from '@/components/review/why-not-decide';
import { AttemptList } from '@/components/run/attempt-list';
import { BudgetLeft } from '@/components/run/budget-left';
import { agentName } from '@/components/agent-words';
import { Spent } from '@/components/run/spent';
import { LinkButton } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { BookStateChip, ProposalStateChip } from '@/components/ui/state-chip';
import { SyntheticBadge } from '@/components/ui/synthetic-badge';
import { getReviewPage } from '@/server/agents/read-review-page';
import { autopsySchema } from '@/server/contracts/autopsy';
import { bookStateSchema } from '@/server/contracts/book-state';
import type { ProposalState } from '@/server/contracts/proposal';
import { roleAtLeast } from '@/server/contracts/roles';
import { readRowDates } from '@/server/autopsy/read-row-dates';
import { db } from '@/server/db/client';
import { approve, cancel, reject, requestChanges } from '../actions';
import { AttemptReview } from './attempt-review';

export const metadata: Metadata = { title: 'Review' };

const DECIDED: ReadonlySet<ProposalState> = new Set(['deployed', 'rejected', 'superseded']);

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ attempt?: string; view?: string }>;
}

export default async function ReviewPage({ params, searchParams }: PageProps) {
  const { actor } = await requireActor();
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const page = orNotFound(() => getReviewPage(db(), { proposalId: id, actor }));
  const { proposal, book, market, approval, autopsy } = page;
  const shown = page.attempts.find((a) => a.id === query.attempt) ?? page.attempt;
  const decided = shown?.id === page.attempt?.id;
  const mandate = autopsySchema.parse(autopsy.document).mandate;
  const cited = page.thread.flatMap((m) => m.evidence);
  // Alerts and quotes that the thread cites stand on the incident's page; days, fills and orders on that of their day.
  const place = { bookId: book.id, page: paths.incident(proposal.incidentId), anchors: new Set(cited.filter((r) => r.kind === 'alert' || r.kind === 'orderbook').map(paths.anchor)), dates: readRowDates(db(), cited) };
  return (
    <>
      <PageHeader
        crumbs={[
          { label: book.name, href: paths.book(book.id) },
          { label: 'Incident', href: paths.incident(proposal.incidentId) },
        ]}
        title={mandate}
        meta={
          <>
            <ProposalStateChip state={proposal.state} />
            <BookStateChip state={bookStateSchema.parse(book.state)} />
            <Link href={paths.autopsy(proposal.incidentId, { version: autopsy.version })} className="text-accent hover:underline hover:underline-offset-4">
              Autopsy, version {autopsy.version}
            </Link>
            <span>
              By {agentName(proposal.provider, proposal.model)}, against {page.baseLabel ?? proposal.baseCommit.slice(0, 10)}
            </span>
            <Spent {...page.cost} />
            {market.synthetic ? <SyntheticBadge seed={market.seed} /> : null}
          </>
        }
        actions={<LinkButton href={paths.run(id)}>How it got here</LinkButton>}
      />
      <Outcome proposal={proposal} book={book} approval={approval} />
      {decided ? null : (
        <p className="mb-6 border-l-2 border-signal pl-4 text-[0.8125rem]">
          You read attempt {shown?.number}, which is not what would be deployed.{' '}
          <Link href={paths.proposal(id)} className="text-accent underline underline-offset-4">
            Read the one that would
          </Link>
        </p>
      )}
      {page.candidates.length > 1 ? (
        <Section title="Candidates" id="candidates" hint="All proposals for this autopsy. Ranked by the reward gained on the same days in Sim2Real; approving one sets the others of its round aside.">
          <CandidatesTable candidates={page.candidates} current={id} />
        </Section>
      ) : null}
      {shown ? <AttemptReview attempt={shown} sources={page.sourcesBefore} tau={page.tau} currency={market.currency} view={query.view === 'unified' ? 'unified' : 'split'} /> : <EmptyState kind="none" title="No attempt has been made yet." action={<LinkButton href={paths.run(id)}>Watch the agent</LinkButton>} />}
      {page.thread.length > 0 ? (
        <Section title="Deliberation" id="deliberation" hint="What was said about the incident before the mandate.">
          <ThreadList bookId={book.id} messages={toEntries(page.thread, place)} />
        </Section>
      ) : null}
      <Section title="Attempts" id="attempts">
        {page.attempts.length === 0 ? <EmptyState kind="none" title="No attempt has been made yet." /> : <AttemptList attempts={page.attempts} maxAttempts={proposal.maxAttempts} events={[]} folded diffHref={(attempt) => paths.proposal(id, { attempt: attempt.id })} />}
      </Section>
      {page.budget ? (
        <Section title="Compute capital left" id="budget">
          <BudgetLeft budget={page.budget} />
        </Section>
      ) : null}
      {decided && !DECIDED.has(proposal.state) ? (
        <DecisionBar
          proposalId={id}
          bindingHash={page.bindingHash}
          whyNotApprove={page.whyNotApprovable}
          whyNotDecide={whyNotDecide(proposal.state, actor)}
          whyNotCancel={roleAtLeast(actor.role, 'approver') ? null : `Cancelling needs the role approver; ${actor.name} is ${actor.role}.`}
          hold={approval?.status === 'holding' ? { approvalId: approval.id, approverName: approval.approverId === actor.id ? 'You' : approval.approverName, holdUntil: approval.holdUntil } : null}
          actions={{ approve, cancel, reject, requestChanges }}
        />
      ) : null}
    </>
  );
}
