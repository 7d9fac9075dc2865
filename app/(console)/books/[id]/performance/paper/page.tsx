import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { z } from 'zod';
import { requireActor } from '@/app/_server/actor';
import { paths } from '@/components/paths';
import { PaperTables } from '@/components/performance/paper-tables';
import { Button, LinkButton } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, TextInput } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { SyntheticBadge } from '@/components/ui/synthetic-badge';
import { Tabs } from '@/components/ui/tabs';
import { PAPER_DEFINITIONS, PAPER_PHASES, PAPER_REGRESSION, paperRowOf, PHASE_CAVEAT } from '@/server/analytics/paper-figures';
import { parsePhases } from '@/server/analytics/parse-phases';
import { type PaperReport, readPaperReport } from '@/server/books/read-paper-report';
import { AppError } from '@/server/contracts/errors';
import { db } from '@/server/db/client';

export const metadata: Metadata = { title: 'Paper mode' };

/** What does not parse is as good as absent, except the phases a person typed: those are answered. */
const querySchema = z.object({
  episode: z.coerce.number().int().positive().nullable().catch(null).default(null),
  phases: z.string().max(4000).catch('').default(''),
});

/** The report by the phases asked for; when they are wrong, by versions and with the reason. */
function read(bookId: string, episodeNumber: number | null, phases: string): { report: PaperReport; error: string | null } {
  try {
    const given = parsePhases(phases);
    return { report: readPaperReport(db(), { bookId, episodeNumber, phases: given.length > 0 ? given : null }), error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'NOT_FOUND') notFound();
    return { report: readPaperReport(db(), { bookId, episodeNumber }), error: error.message };
  }
}

export default async function PaperPage({ params, searchParams }: { params: Promise<{ id: string }>; searchParams: Promise<Record<string, string | string[]>> }) {
  await requireActor();
  const { id } = await params;
  const query = querySchema.parse(await searchParams);
  const { report, error } = read(id, query.episode, query.phases);
  const { episodes } = report;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Overview', href: paths.overview() }, { label: report.bookName, href: paths.book(id) }, { label: 'Performance', href: paths.performance(id) }]}
        title="Paper mode"
        meta={
          <>
            {report.market.synthetic && <SyntheticBadge seed={report.market.seed} />}
            <span>The two tables of arXiv 2604.11477, this book’s rows beside the paper’s</span>
          </>
        }
        actions={<LinkButton href={paths.performance(id)}>Back to performance</LinkButton>}
      />
      <p className="max-w-prose text-[0.8125rem] text-ink-2">
        <strong className="font-medium text-ink">What this does not show.</strong> {PHASE_CAVEAT}
      </p>
      {episodes.length > 1 && (
        <div className="mt-5">
          <Tabs label="Episodes" current={String(report.episode.number)} items={episodes.map((e) => ({ id: String(e.number), label: `Episode ${e.number}${e.friction ? '' : ', no friction'}`, href: paths.paper(id, { episode: e.number }) }))} />
        </div>
      )}
      <form method="get" action={paths.paper(id)} className="mt-5 flex max-w-3xl items-start gap-3">
        {query.episode !== null && <input type="hidden" name="episode" value={query.episode} />}
        <Field label="Phases by dates" hint="Empty: one phase per deployed version. A phase named “phase 1”, “phase 2” or “phase 3” stands beside the paper’s." error={error} className="flex-1">
          <TextInput name="phases" defaultValue={query.phases} placeholder="phase 1=2024-07-01..2024-10-18, phase 2=2024-10-21..2025-09-30" maxLength={4000} spellCheck={false} />
        </Field>
        <Button type="submit" className="mt-5">
          Show
        </Button>
      </form>
      {report.rows.length === 0 ? (
        <EmptyState kind="none" title="No trading day is stored in this episode.">
          The tables begin with the first day.
        </EmptyState>
      ) : (
        <PaperTables rows={report.rows} paper={PAPER_PHASES} paperOf={paperRowOf} paperRegression={PAPER_REGRESSION} />
      )}
      <p className="mt-6 max-w-prose text-xs text-ink-2">{PAPER_DEFINITIONS}</p>
    </>
  );
}
