import type { Metadata } from 'next';
import Link from 'next/link';
import { requireActor } from '@/app/_server/actor';
import { formatInteger } from '@/components/format';
import { paths } from '@/components/paths';
import { CostTable } from '@/components/traces/cost-table';
import { readRunFilter } from '@/components/traces/run-filter';
import { RunFilterForm } from '@/components/traces/run-filter-form';
import { RunTable } from '@/components/traces/run-table';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { listImportedRuns, RUNS_A_PAGE } from '@/server/agents/traces/list-imported-runs';
import { db } from '@/server/db/client';

export const metadata: Metadata = { title: 'Imported runs' };

export default async function ImportedRunsPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  await requireActor();
  const filter = readRunFilter(await searchParams);
  const { runs, total, sums, byModel, byDay } = listImportedRuns(db(), filter, filter.page);
  const filtered = filter.text !== '' || filter.from !== '' || filter.to !== '';
  const first = (filter.page - 1) * RUNS_A_PAGE;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Data', href: paths.data() }]}
        title="Imported runs"
        meta={
          total > 0 ? (
            <>
              <span className="num">
                {formatInteger(total)} {total === 1 ? 'run' : 'runs'}
              </span>
              <span className="num">{formatInteger(sums.calls)} model calls</span>
            </>
          ) : undefined
        }
      />
      {total === 0 && !filtered ? (
        <EmptyState kind="none" title="No recorded model call has been imported.">
          Import those of a QuantPits workspace with <code className="font-mono">oomrl import traces DIR</code>.
        </EmptyState>
      ) : (
        <>
          <RunFilterForm filter={filter} />
          {runs.length === 0 ? (
            <div className="mt-6">
              <EmptyState kind="filtered" title={total === 0 ? 'No run matches.' : 'There is no such page.'} />
            </div>
          ) : (
            <>
              <Section title="Cost by model" id="models" hint="In the currency of the accounts, at the prices of Settings on the day of each call. A call without a known price or without recorded tokens has no cost, not a cost of 0.">
                <CostTable caption="Cost of the runs shown by model" head="Model" rows={byModel.map(({ model, ...row }) => ({ ...row, name: model ?? 'not recorded' }))} />
              </Section>
              <Section title="Runs" id="runs" aside={<Pages first={first} shown={runs.length} total={total} page={filter.page} filter={filter} />}>
                <RunTable runs={runs} />
              </Section>
              <Section title="Cost by day" id="days" hint="Days in UTC, newest first.">
                <CostTable caption="Cost of the runs shown by day" head="Day" rows={byDay.map(({ day, ...row }) => ({ ...row, name: day }))} />
              </Section>
            </>
          )}
        </>
      )}
    </>
  );
}

function Pages({ first, shown, total, page, filter }: { first: number; shown: number; total: number; page: number; filter: { text: string; from: string; to: string } }) {
  if (total <= RUNS_A_PAGE) return null;
  const { text, from, to } = filter;
  const link = 'text-accent hover:underline hover:underline-offset-4';
  return (
    <span className="num flex gap-3">
      {first + 1}–{first + shown} of {formatInteger(total)}
      {page > 1 ? (
        <Link className={link} href={paths.importedRuns({ text, from, to, page: page === 2 ? null : page - 1 })}>
          Newer
        </Link>
      ) : null}
      {first + shown < total ? (
        <Link className={link} href={paths.importedRuns({ text, from, to, page: page + 1 })}>
          Older
        </Link>
      ) : null}
    </span>
  );
}
