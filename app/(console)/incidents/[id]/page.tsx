import type { Metadata } from 'next';
import Link from 'next/link';
import { requireActor } from '@/app/_server/actor';
import { orNotFound } from '@/app/_server/or-not-found';
import { FillsTable } from '@/components/book/fills-table';
import { OrdersTable } from '@/components/book/orders-table';
import { Deliberation } from '@/components/deliberation/deliberation';
import { toEntries } from '@/components/deliberation/to-entries';
import { AlertList } from '@/components/incident/alert-list';
import { BlameTable } from '@/components/incident/blame-table';
import { CloseIncident } from '@/components/incident/close-incident';
import { DayStrip } from '@/components/incident/day-strip';
import { DaySteps } from '@/components/incident/day-steps';
import { DaysTable } from '@/components/incident/days-table';
import { citedOnIncident, incidentPlace } from '@/components/incident/incident-place';
import { evidenceLabel, linkEvidence } from '@/components/incident/link-evidence';
import { OpenAutopsy } from '@/components/incident/open-autopsy';
import { citedRows } from '@/components/incident/cited-rows';
import { QuotesTable } from '@/components/incident/quotes-table';
import { dearestFirst, unfilledFirst } from '@/components/incident/row-order';
import { Suspects } from '@/components/incident/suspects';
import { WorkList } from '@/components/incident/work-list';
import { RefreshOn } from '@/components/live/refresh-on';
import { paths } from '@/components/paths';
import { Chip } from '@/components/ui/chip';
import { Ago, DateText } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { BookStateChip } from '@/components/ui/state-chip';
import { SyntheticBadge } from '@/components/ui/synthetic-badge';
import { readOpenQuestion, threadLane } from '@/server/agents/consult/questions';
import { listModelProviders } from '@/server/agents/list-model-providers';
import { getIncidentPage } from '@/server/autopsy/read-incident-page';
import { readRowDates } from '@/server/autopsy/read-row-dates';
import { SEVERITIES } from '@/server/contracts/alert';
import type { EvidenceRef } from '@/server/contracts/autopsy';
import { bookStateSchema } from '@/server/contracts/book-state';
import { roleAtLeast } from '@/server/contracts/roles';
import { db } from '@/server/db/client';
import { RULES } from '@/server/monitor/rules';
import { acknowledge, askModel, close, dismiss, modelsOf, openAutopsy, quote, resolve, say } from '../actions';

export const metadata: Metadata = { title: 'Incident' };
const RULE_WORDS = Object.fromEntries(RULES.map(({ name, label, unit, meaning }) => [name, { label, unit, meaning }]));

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ rows?: string }>;
}

export default async function IncidentPage({ params, searchParams }: PageProps) {
  const { actor } = await requireActor();
  const [{ id }, { rows }] = await Promise.all([params, searchParams]);
  const page = orNotFound(() => getIncidentPage(db(), id));
  const { incident, book, market, autopsies } = page;
  const state = bookStateSchema.parse(book.state);
  const whyNot = roleAtLeast(actor.role, 'operator') ? null : `This needs the role operator; ${actor.name} is ${actor.role}.`;
  const whyNotWrite = whyNot ?? (incident.status === 'closed' ? 'This incident is closed.' : state === 'halted' || state === 'in_autopsy' ? null : `The book is ${state.replaceAll('_', ' ')}; an autopsy is written while it is halted.`);
  const draft = autopsies.find((a) => a.status === 'draft');
  const all = rows === 'all';
  const shown = all ? { orders: page.orders, fills: page.fills } : citedRows(page, incident.date);
  const place = incidentPlace(book.id, { ...page, ...shown }, readRowDates(db(), citedOnIncident(page)));
  const attachable: EvidenceRef[] = [...page.alerts.map((a) => ({ kind: 'alert' as const, id: a.id })), ...page.timeline.map((d) => ({ kind: 'day' as const, id: d.ref })), ...shown.fills.map((f) => ({ kind: 'fill' as const, id: f.id })), ...shown.orders.map((o) => ({ kind: 'order' as const, id: o.id })), ...page.quotes.map((q) => ({ kind: 'orderbook' as const, id: q.id })), ...page.deployments].slice(0, 300);
  const nameOf = new Map([...page.alerts.map((a) => [a.id, `Alert ${a.date}: ${RULE_WORDS[a.rule]?.label ?? a.rule}`] as const), ...page.timeline.map((d) => [d.ref, `Day ${d.date}`] as const), ...shown.fills.map((f) => [f.id, `Fill ${f.date} ${f.side} ${f.symbol}`] as const), ...shown.orders.map((o) => [o.id, `Order ${o.date} ${o.side} ${o.symbol}`] as const), ...(page.blame.blame?.versions ?? []).flatMap((v) => (v.deployment ? [[v.deployment.id, `Deployment of ${v.label} from ${v.deployment.fromDate}`] as const] : []))]);
  const gravest = [...page.alerts].sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || b.openedAt - a.openedAt);
  const alerts = gravest.map((alert) => ({ ...alert, links: linkEvidence(alert.evidence.map((e) => e.ref), place) }));
  return (
    <>
      <PageHeader
        crumbs={[{ label: book.name, href: paths.book(book.id) }]}
        title={incident.summary}
        meta={
          <>
            <DateText date={incident.date} />
            <Chip tone={incident.status === 'open' ? 'signal' : 'neutral'} shape={incident.status === 'open' ? 'ring' : 'check'}>
              {incident.status === 'open' ? 'Open' : 'Closed'}
            </Chip>
            <BookStateChip state={state} />
            {page.version.label ? <span>{page.version.label} decided{page.version.since ? ` since the close of ${page.version.since}` : ''}</span> : null}
            <span>
              Opened <Ago at={incident.openedAt} />
            </span>
            {market.synthetic ? <SyntheticBadge seed={market.seed} /> : null}
          </>
        }
        actions={
          <>
            {incident.status === 'open' ? <CloseIncident incidentId={id} whyNot={whyNot} close={close} /> : null}
            <OpenAutopsy incidentId={id} primary whyNot={whyNotWrite} open={openAutopsy} label={draft ? 'Continue the autopsy' : autopsies.length > 0 ? 'Write a new version' : 'Write the autopsy'} effect="Opens the written autopsy, pre-filled from the rows below; the book stays stopped." />
          </>
        }
      />
      <WorkList incidentId={id} autopsies={autopsies} proposals={page.proposals} />
      <Section title="What fired" id="alerts">
        <AlertList alerts={alerts} rules={RULE_WORDS} whyNot={whyNot} actions={{ acknowledge, dismiss, resolve }} />
      </Section>
      <Section title="The day, and the days around it" id="days">
        {page.timeline.length === 0 ? <EmptyState kind="none" title="No trading day is stored for this incident." /> : (
          <>
            {page.timeline.map((day, i) => (day.isIncidentDay ? <DaySteps key={day.date} day={day} decidedOn={page.timeline[i - 1]?.date ?? null} alerts={alerts.length} openedAt={incident.openedAt} currency={market.currency} /> : null))}
            <DayStrip days={page.timeline} incidentDate={incident.date} />
            <DaysTable days={page.timeline} incidentDate={incident.date} currency={market.currency} />
          </>
        )}
      </Section>
      <Section title="Suspects" id="suspects" hint="Rules of the critic. Each claim cites stored rows; one that cites none is dropped." aside={page.claimsDropped > 0 ? `${page.claimsDropped} dropped` : null}>
        <Suspects suspects={page.suspects.map((s) => ({ ...s, links: linkEvidence(s.evidence, place) }))} />
      </Section>
      <Section title="Who last changed the code" id="blame" hint="From the stored versions: an observation. That a change came before the failure does not prove that it is the cause.">
        <BlameTable blame={page.blame} />
      </Section>
      <Section
        title="Deliberation"
        id="deliberation"
        hint="Expert and model discuss the evidence before the mandate. It is part of the record: signing binds the thread by its hash."
        aside={
          page.thread.length > 0 ? (
            <a href={paths.threadApi(id)} className="text-accent hover:underline hover:underline-offset-4">
              Export
            </a>
          ) : null
        }
      >
        <RefreshOn traceId={id} />
        <Deliberation
          incidentId={id}
          bookId={book.id}
          messages={toEntries(page.thread, place)}
          rows={attachable.map((ref) => ({ label: nameOf.get(ref.id) ?? evidenceLabel(ref), ref }))}
          days={page.timeline.map((d) => d.date)}
          draft={draft && state === 'in_autopsy' ? { revision: draft.revision } : null}
          models={listModelProviders()}
          openQuestion={readOpenQuestion(db(), threadLane(id))}
          whyNot={whyNot}
          actions={{ post: say, quote, ask: askModel, list: modelsOf }}
        />
      </Section>
      {page.quotes.length > 0 ? (
        <Section title="Order book" id="orderbook" hint="Imported snapshots that a claim cites.">
          <QuotesTable quotes={page.quotes} />
        </Section>
      ) : null}
      <Section
        title="Fills"
        id="fills"
        aside={
          <Link href={all ? paths.incident(id) : `${paths.incident(id)}?rows=all#fills`} scroll={false} className="text-accent hover:underline hover:underline-offset-4">
            {all ? 'Only this day and cited rows' : 'All fills and orders read for this incident'}
          </Link>
        }
      >
        {shown.fills.length === 0 ? <EmptyState kind="none" title="Nothing was filled on this day." /> : <FillsTable fills={dearestFirst(shown.fills)} caption="Fills, dearest first" currency={market.currency} />}
      </Section>
      <Section title="Orders" id="orders">
        {shown.orders.length === 0 ? <EmptyState kind="none" title="No order was sent on this day." /> : <OrdersTable orders={unfilledFirst(shown.orders)} caption="Orders, refused and cut first" />}
      </Section>
    </>
  );
}
