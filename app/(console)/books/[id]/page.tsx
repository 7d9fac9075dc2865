import type { Metadata } from 'next';
import Link from 'next/link';
import { requireActor } from '@/app/_server/actor';
import { orNotFound } from '@/app/_server/or-not-found';
import { BookFigures } from '@/components/book/book-figures';
import { BookMeta } from '@/components/book/book-meta';
import { LoopLink } from '@/components/book/loop-link';
import { VerbSheet } from '@/components/book/verb-bar';
import { FrictionNotice } from '@/components/friction/friction-notice';
import { BookCharts } from '@/components/charts/book-charts';
import { RANGES } from '@/components/charts/ranges';
import { RefreshOn } from '@/components/live/refresh-on';
import { paths } from '@/components/paths';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { failedRun } from '@/server/books/control-run';
import { getBookPage } from '@/server/books/get-book-page';
import { latestProposalId } from '@/server/books/latest-proposal';
import { frictionRatio } from '@/server/books/list-book-rows';
import { readFrictionGap } from '@/server/books/read-friction-gap';
import { fromDayNumber, toDayNumber } from '@/server/contracts/calendar-date';
import { roleAtLeast } from '@/server/contracts/roles';
import { fromBp } from '@/server/contracts/units';
import { db } from '@/server/db/client';
import { annualMean, annualTurnover } from '@/server/monitor/measures';

import { BookRun, BookVerbs } from './book-controls';
import { BookTabs } from './book-tabs';
import { EpisodePicker } from './episode-picker';
import { type BookQuery, toBookQuery } from './query';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<BookQuery>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { actor } = await requireActor();
  const { id } = await params;
  return { title: orNotFound(() => getBookPage(db(), { bookId: id, actor })).book.name };
}

export default async function BookPage({ params, searchParams }: Props) {
  const { actor } = await requireActor();
  const { id } = await params;
  const query = toBookQuery(await searchParams);
  const page = orNotFound(() => getBookPage(db(), { bookId: id, actor, episodeId: query.episode ?? undefined }));
  const { book, episode, lastStep } = page;
  const isCurrent = episode.id === book.episodeId;
  const job = book.activeJob;
  const here = (over: Partial<typeof query>) => paths.book(id, { ...query, ...over, page: null });
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Overview', href: paths.overview() }]}
        title={book.name}
        meta={<BookMeta page={page} />}
        actions={
          <>
            {isCurrent && <BookVerbs bookId={id} bookName={book.name} revision={book.revision} verbs={page.verbs} friction={episode.friction} />}
            {isCurrent && <LoopLink page={page} proposalId={latestProposalId(db(), id)} />}
          </>
        }
      >
        {isCurrent && <VerbSheet verbs={page.verbs} />}
        <EpisodePicker episodes={page.episodes} current={episode.id} running={book.episodeId} hrefOf={(episodeId) => here({ episode: episodeId === book.episodeId ? null : episodeId })} />
      </PageHeader>

      <BookFigures step={lastStep} bookId={id} episodeId={episode.id} currency={book.currency} initialFen={episode.initialFen} tau={fromBp(book.tauBp)} frictionRealised={lastStep && frictionRatio(lastStep)} annualFriction={annualMean(page.recentSteps.map(frictionRatio))} annualTurnover={annualTurnover(page.recentSteps)} />

      <FrictionNotice gap={readFrictionGap(db(), episode)} href={paths.friction(id, { episode: isCurrent ? null : episode.number })} />

      {isCurrent && (
        <Section title="Time">
          <BookRun
            bookId={id}
            why={page.canStepWhy}
            active={job && { kind: job.kind === 'book.live' ? 'live' : 'run', state: job.state === 'queued' ? 'queued' : 'running', progress: job.progress, progressText: job.progressText, cancelRequested: job.cancelRequested }}
            failed={failedRun(db(), book)?.error ?? null}
            paceSeconds={book.paceSeconds}
            firstDate={lastStep ? fromDayNumber(toDayNumber(lastStep.date) + 1) : episode.startDate}
            marketEnd={book.marketEnd}
          />
        </Section>
      )}

      <Section
        title="Curves"
        id="curves"
        aside={
          <span className="flex flex-wrap gap-x-5">
            <Link href={paths.friction(id)} className="rounded text-accent hover:underline hover:underline-offset-4">
              What does trading cost? Friction
            </Link>
            <Link href={paths.performance(id)} className="rounded text-accent hover:underline hover:underline-offset-4">
              Is it skill? Performance by version
            </Link>
          </span>
        }
      >
        <BookCharts bookId={id} episodeId={query.episode} range={query.range ?? ''} rangeHref={Object.fromEntries(RANGES.map((r) => [r.id, here({ range: r.id || null })]))} />
      </Section>

      <BookTabs page={page} query={query} whyNotHandle={roleAtLeast(actor.role, 'operator') ? null : `This needs the role operator; ${actor.name} is ${actor.role}.`} hrefOf={(tab, n = 1) => paths.book(id, { ...query, tab: tab === 'holdings' ? null : tab, page: n === 1 ? null : n })} />
      <RefreshOn kinds={['step', 'job', 'book', 'alert']} bookId={id} />
    </>
  );
}
