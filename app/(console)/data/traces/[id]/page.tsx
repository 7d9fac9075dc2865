import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { requireActor } from '@/app/_server/actor';
import { orNotFound } from '@/app/_server/or-not-found';
import { formatInteger, formatNumber } from '@/components/format';
import { paths } from '@/components/paths';
import { buildWaterfall } from '@/components/run/build-waterfall';
import { Waterfall } from '@/components/run/waterfall';
import { CostTable } from '@/components/traces/cost-table';
import { toWaterfallEvents } from '@/components/traces/to-waterfall-events';
import { TimeText } from '@/components/ui/date-text';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { readImportedPage } from '@/server/agents/traces/read-imported-page';
import { db } from '@/server/db/client';

export const metadata: Metadata = { title: 'Imported run' };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ after?: string }>;
}

export default async function ImportedRunPage({ params, searchParams }: PageProps) {
  await requireActor();
  const [{ id }, { after }] = await Promise.all([params, searchParams]);
  const traceId = decoded(id);
  const cursor = after && /^[1-9]\d{0,14}$/.test(after) ? Number(after) : 0;
  const { run, byModel, events, next } = orNotFound(() => readImportedPage(db(), traceId, cursor));
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Data', href: paths.data() },
          { label: 'Imported runs', href: paths.importedRuns() },
        ]}
        title={`Run ${run.runId}`}
        meta={
          <>
            {run.workspace ? <span>{run.workspace}</span> : null}
            <span>
              <TimeText at={run.firstAt} /> – <TimeText at={run.lastAt} />
            </span>
            <span className="num">
              {formatInteger(run.calls)} model calls by {formatInteger(run.agents)} {run.agents === 1 ? 'agent' : 'agents'}
              {run.failed > 0 ? `, ${formatInteger(run.failed)} failed` : ''}
            </span>
            <span className="num">{run.unpriced === run.calls ? 'no price known' : `cost ${formatNumber(run.costMicros / 1e6, 4)}`}</span>
          </>
        }
      />
      <Section title="Cost by model" id="models" className="mt-0">
        <CostTable caption="Cost of this run by model" head="Model" rows={byModel.map(({ model, ...row }) => ({ ...row, name: model ?? 'not recorded' }))} />
      </Section>
      <Section title="Calls" id="events" hint="What was recorded of each call, in the order in which it was stored. The words of models are data: shown, never followed. Prompts were not imported, only their hashes.">
        <p className="mb-4 text-xs text-ink-2">
          Download as{' '}
          <a className="text-accent underline underline-offset-4" href={paths.traceApi(run.traceId, 'orchestration')} download>
            orchestration trace
          </a>{' '}
          or{' '}
          <a className="text-accent underline underline-offset-4" href={paths.traceApi(run.traceId, 'otlp')} download>
            OpenTelemetry JSON
          </a>
          : hashes instead of contents.
        </p>
        <Waterfall rows={buildWaterfall(toWaterfallEvents(events, run.traceId), null)} />
        {next !== null || cursor > 0 ? (
          <p className="mt-3 flex gap-4 text-xs">
            <span className="text-ink-3">The time axis spans the calls of this page.</span>
            {cursor > 0 ? (
              <Link href={`${paths.importedRun(run.traceId)}#events`} className="text-accent hover:underline hover:underline-offset-4">
                First calls
              </Link>
            ) : null}
            {next !== null ? (
              <Link href={`${paths.importedRun(run.traceId, { after: next })}#events`} className="text-accent hover:underline hover:underline-offset-4">
                Next calls
              </Link>
            ) : null}
          </p>
        ) : null}
      </Section>
    </>
  );
}

/** The id as it was before it became part of an address. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    notFound();
  }
}
