import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireActor } from '@/app/_server/actor';
import { RefreshOn } from '@/components/live/refresh-on';
import { paths } from '@/components/paths';
import { DrawdownTable } from '@/components/performance/drawdown-table';
import { MetricTable } from '@/components/performance/metric-table';
import { MonthMap } from '@/components/performance/month-map';
import { UnadjustedNotice } from '@/components/performance/unadjusted-notice';
import { LinkButton } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { BookStateChip } from '@/components/ui/state-chip';
import { SyntheticBadge } from '@/components/ui/synthetic-badge';
import { listBookRows } from '@/server/books/list-book-rows';
import { type PerformanceRow, readPerformance } from '@/server/books/read-performance';
import { db } from '@/server/db/client';
import { unadjustedWords } from '@/server/market/unadjusted-days';

export const metadata: Metadata = { title: 'Performance' };

/** Columns of each episode; the whole of it only where more than one version traded, else it would say the same twice. */
function byEpisode(rows: readonly PerformanceRow[]): PerformanceRow[][] {
  const groups = [...new Set(rows.map((row) => row.episodeId))].map((id) => rows.filter((row) => row.episodeId === id));
  return groups.map((group) => (group.length === 2 ? group.slice(1) : group));
}

export default async function PerformancePage({ params }: { params: Promise<{ id: string }> }) {
  await requireActor();
  const { id } = await params;
  const book = listBookRows(db(), { bookId: id })[0] ?? notFound();
  const { rows, drawdowns, months, unadjusted } = readPerformance(db(), id);
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Overview', href: paths.overview() }, { label: book.name, href: paths.book(id) }]}
        title="Performance"
        meta={
          <>
            <BookStateChip state={book.state} />
            {book.synthetic && <SyntheticBadge seed={book.seed} />}
            <span>Definitions: paper (= QuantPits): arithmetic × 252, risk-free 1.35 %, ddof 1</span>
          </>
        }
        actions={
          <>
            <LinkButton href={paths.friction(id)}>Friction</LinkButton>
            <LinkButton href={paths.paper(id)}>In the paper’s tables</LinkButton>
            <LinkButton href={paths.book(id)}>Back to the book</LinkButton>
          </>
        }
      />
      {rows.length === 0 ? (
        <EmptyState kind="none" title="No trading day is stored yet.">
          Figures begin with the first day.
        </EmptyState>
      ) : (
        <>
          {unadjusted && <UnadjustedNotice words={unadjustedWords(unadjusted)} href={paths.data({ market: book.marketName, kind: unadjusted.splits > 0 ? 'split-suspect' : 'ex-day-suspect' })} />}
          <p className="max-w-prose text-[0.8125rem] text-ink-2">
            <strong className="font-medium text-ink">Observational.</strong> Versions traded on different days, one after the other, and nothing was randomised: a difference between two columns can be the market as well as the code. The Sim2Real gate of a proposal compares both on the same days.
          </p>
          {byEpisode(rows).map((group) => (
            <Section key={group[0]?.episodeId} title={`Episode ${group[0]?.episodeNumber}`} aside={group[0]?.friction ? null : <Chip shape="dash">No friction</Chip>}>
              <MetricTable rows={group} caption={`Figures of episode ${group[0]?.episodeNumber}`} />
            </Section>
          ))}
          {months.length > 0 && (
            <Section title="Months" hint="The episode that runs now.">
              <MonthMap months={months} />
            </Section>
          )}
          <Section title="Drawdowns" hint="The five deepest of the episode that runs now.">
            <DrawdownTable drawdowns={drawdowns} />
          </Section>
        </>
      )}
      <RefreshOn kinds={['step', 'book']} bookId={id} />
    </>
  );
}
