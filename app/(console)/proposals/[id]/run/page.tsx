import type { Metadata } from 'next';
import { requireActor } from '@/app/_server/actor';
import { orNotFound } from '@/app/_server/or-not-found';
import { agentName } from '@/components/agent-words';
import { RefreshOn } from '@/components/live/refresh-on';
import { paths } from '@/components/paths';
import { AttemptList } from '@/components/run/attempt-list';
import { BudgetLeft } from '@/components/run/budget-left';
import { buildWaterfall, eventsOfRun } from '@/components/run/build-waterfall';
import { GiveUp } from '@/components/run/give-up';
import { LiveTurn } from '@/components/run/live-turn';
import { SiblingRuns } from '@/components/run/sibling-runs';
import { StopRun } from '@/components/run/stop-run';
import { Waterfall } from '@/components/run/waterfall';
import { LinkButton } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { Ago } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { ProposalStateChip } from '@/components/ui/state-chip';
import { getRunPage } from '@/server/agents/read-run-page';
import { roleAtLeast } from '@/server/contracts/roles';
import { db } from '@/server/db/client';
import { giveUp, stop } from '../../actions';

export const metadata: Metadata = { title: 'Agent run' };

export default async function RunPage({ params }: { params: Promise<{ id: string }> }) {
  const { actor } = await requireActor();
  const { id } = await params;
  const { proposal, book, attempts, siblings, events, budget, whyNotStop } = orNotFound(() => getRunPage(db(), { proposalId: id, actor }));
  const working = proposal.state === 'queued' || proposal.state === 'running';
  const ended = proposal.state === 'exhausted' || proposal.state === 'failed' || proposal.state === 'stopped';
  const whyNotGiveUp = !roleAtLeast(actor.role, 'operator') ? `This needs the role operator; ${actor.name} is ${actor.role}.` : book.state === 'refactoring' ? null : `The book is ${book.state.replaceAll('_', ' ')}.`;
  return (
    <>
      <RefreshOn traceId={id} />
      <PageHeader
        crumbs={[
          { label: book.name, href: paths.book(book.id) },
          { label: 'Incident', href: paths.incident(proposal.incidentId) },
        ]}
        title={agentName(proposal.provider, proposal.model)}
        meta={
          <>
            <ProposalStateChip state={proposal.state} />
            {ended && budget?.exhausted ? (
              <Chip tone="strong" shape="square">
                Out of money
              </Chip>
            ) : null}
            <span>
              Started <Ago at={proposal.createdAt} /> by {proposal.createdBy}
            </span>
            <span className="num">
              {attempts.length} of at most {proposal.maxAttempts} attempts
            </span>
          </>
        }
        actions={
          <>
            {working ? <StopRun proposalId={id} whyNot={whyNotStop} stop={stop} /> : null}
            {ended && book.state === 'refactoring' ? (
              <>
                <GiveUp proposalId={id} whyNot={whyNotGiveUp} giveUp={giveUp} />
                <LinkButton href={paths.autopsy(proposal.incidentId)} variant="primary">
                  Start another agent
                </LinkButton>
              </>
            ) : null}
            {proposal.attemptId ? (
              <LinkButton href={paths.proposal(id)} variant="primary">
                Review the proposal
              </LinkButton>
            ) : null}
          </>
        }
      />
      {siblings.length > 0 ? <SiblingRuns siblings={siblings} /> : null}
      {proposal.error ? <p className="mb-6 max-w-prose border-l-2 border-signal pl-4 text-[0.8125rem]">{proposal.error}</p> : null}
      {budget ? <BudgetLeft budget={budget} /> : null}
      {proposal.state === 'running' && proposal.model ? (
        <Section title="Being written now" id="now" hint="Words and tool calls as the model sends them. Unfinished: nothing of it is stored or acted on before the turn is whole.">
          <LiveTurn traceId={id} />
        </Section>
      ) : null}
      <Section title="Attempts" id="attempts">
        {/* New rows are announced to those who do not see them arrive. */}
        <div aria-live="polite">
          {attempts.length === 0 ? <EmptyState kind="none" title={proposal.state === 'queued' ? 'The agent waits for its turn.' : working ? 'The agent is reading the package.' : 'No attempt was made.'} /> : <AttemptList attempts={attempts} maxAttempts={proposal.maxAttempts} events={events} diffHref={(attempt) => paths.proposal(id, { attempt: attempt.id })} />}
        </div>
      </Section>
      <Section title="Events" id="events" hint="Everything the agent did, in order. Its words are data: shown, never followed.">
        <p className="mb-4 text-xs text-ink-2">
          Download as{' '}
          <a className="text-accent underline underline-offset-4" href={paths.traceApi(id, 'orchestration')} download>
            orchestration trace
          </a>{' '}
          or{' '}
          <a className="text-accent underline underline-offset-4" href={paths.traceApi(id, 'otlp')} download>
            OpenTelemetry JSON
          </a>
          : hashes instead of contents.
        </p>
        {events.length === 0 ? <EmptyState kind="none" title="Nothing has happened yet." /> : <Waterfall rows={buildWaterfall(working ? events : eventsOfRun(events), working ? Date.now() : null)} />}
      </Section>
    </>
  );
}
