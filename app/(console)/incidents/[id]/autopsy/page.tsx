import type { Metadata } from 'next';
import Link from 'next/link';
import { requireActor } from '@/app/_server/actor';
import { orNotFound } from '@/app/_server/or-not-found';
import { AutopsyEditor } from '@/components/autopsy/autopsy-editor';
import { EarlierMandates } from '@/components/autopsy/earlier-mandates';
import { ImproveDraft } from '@/components/autopsy/improve-draft';
import { SignedAutopsy } from '@/components/autopsy/signed-autopsy';
import { StartAgent } from '@/components/autopsy/start-agent';
import { linkEvidence } from '@/components/incident/link-evidence';
import { OpenAutopsy } from '@/components/incident/open-autopsy';
import { RefreshOn } from '@/components/live/refresh-on';
import { paths } from '@/components/paths';
import { Chip } from '@/components/ui/chip';
import { TimeText } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { Hash } from '@/components/ui/hash';
import { withMath } from '@/components/ui/math-text';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { BookStateChip } from '@/components/ui/state-chip';
import { SyntheticBadge } from '@/components/ui/synthetic-badge';
import { criticLane, readOpenQuestion } from '@/server/agents/consult/questions';
import { listModelProviders } from '@/server/agents/list-model-providers';
import { listProviders } from '@/server/agents/list-providers';
import { getAutopsyPage } from '@/server/autopsy/read-autopsy-page';
import { autopsySchema } from '@/server/contracts/autopsy';
import { bookStateSchema } from '@/server/contracts/book-state';
import { roleAtLeast } from '@/server/contracts/roles';
import { db } from '@/server/db/client';
import { improveDraft, modelsOf, openAutopsy, readDraft, save, sign, startAgent } from '../../actions';

export const metadata: Metadata = { title: 'Autopsy' };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ tab?: string; version?: string }>;
}

export default async function AutopsyPage({ params, searchParams }: PageProps) {
  const { actor } = await requireActor();
  const [{ id }, { tab, version }] = await Promise.all([params, searchParams]);
  const page = orNotFound(() => getAutopsyPage(db(), id, version && /^\d{1,6}$/.test(version) ? Number(version) : undefined));
  const { autopsy, book, market } = page;
  const state = bookStateSchema.parse(book.state);
  const whyNotRole = roleAtLeast(actor.role, 'operator') ? null : `Writing and signing need the role operator; ${actor.name} is ${actor.role}.`;
  const whyNotState = (wanted: readonly string[], what: string) => (wanted.includes(state) ? null : `The book is ${state.replaceAll('_', ' ')}; ${what}.`);
  const newest = page.versions[0];
  const header = (
    <PageHeader
      crumbs={[
        { label: book.name, href: paths.book(book.id) },
        { label: `Incident of ${page.incident.date}`, href: paths.incident(id) },
      ]}
      title="Autopsy"
      meta={
        <>
          <span>{withMath(page.incident.summary)}</span>
          <BookStateChip state={state} />
          {market.synthetic ? <SyntheticBadge seed={market.seed} /> : null}
          {page.versions.map((v) => (
            <Link key={v.id} href={paths.autopsy(id, { version: v.version })} aria-current={v.id === autopsy?.id ? 'page' : undefined} className={v.id === autopsy?.id ? 'font-medium text-ink' : 'text-accent hover:underline hover:underline-offset-4'}>
              version {v.version}, {v.status}
            </Link>
          ))}
        </>
      }
      actions={
        newest?.status === 'draft' ? undefined : (
          <OpenAutopsy incidentId={id} primary={!newest} whyNot={whyNotRole ?? whyNotState(['halted', 'in_autopsy'], 'a version is written while it is halted')} open={openAutopsy} label={newest ? 'New version' : 'Write the autopsy'} effect={newest ? 'Copies the signed text into a new draft; the signed one stays as it is.' : 'Pre-fills a draft from the evidence; the book stays stopped.'} />
        )
      }
    />
  );
  if (!autopsy) {
    return (
      <>
        {header}
        <EmptyState kind="none" title="Nothing has been written yet." />
      </>
    );
  }
  const place = { bookId: book.id, page: paths.incident(id), anchors: new Set(page.onIncident.map(paths.anchor)), dates: page.rowDates };
  const sources = Object.fromEntries(Object.entries(page.metricSources).map(([name, refs]) => [name, linkEvidence(refs, place).flatMap(({ label, href }) => (href === null ? [] : [{ label, href }]))]));
  return (
    <>
      {header}
      {autopsy.status === 'signed' ? (
        <>
          <p className="mb-8 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
            <Chip tone="accent" shape="check">
              Signed
            </Chip>
            <span>
              by {autopsy.signedBy} at <TimeText at={autopsy.signedAt} seconds /> as <Hash value={autopsy.contentHash} kind="content hash" />.
            </span>
            <span>First text: {autopsy.draftedBy}.</span>
          </p>
          <SignedAutopsy
            document={autopsySchema.parse(autopsy.document)}
            place={place}
            metrics={page.metrics}
            next={newest?.id === autopsy.id && (state === 'in_autopsy' || state === 'refactoring') ? <StartAgent autopsyId={autopsy.id} providers={listProviders()} whyNot={whyNotRole} list={modelsOf} start={startAgent} /> : null}
          />
        </>
      ) : (
        <>
          <RefreshOn traceId={id} />
          <ImproveDraft autopsyId={autopsy.id} models={listModelProviders()} whyNot={whyNotRole} open={readOpenQuestion(db(), criticLane(autopsy.id))} list={modelsOf} start={improveDraft} />
          <AutopsyEditor key={autopsy.id} autopsy={autopsy} metricSources={sources} metricMeanings={Object.fromEntries(page.metrics.map((m) => [m.name, `${m.definition} Unit: ${m.unit}.`]))} tab={tab === 'json' ? 'json' : 'form'} whyNotEdit={whyNotRole} actions={{ save, readDraft, sign }} />
        </>
      )}
      <Section title="Earlier mandates of this book" id="earlier">
        <EarlierMandates mandates={page.earlier} />
      </Section>
    </>
  );
}
