import type { Metadata } from 'next';
import { requireActor } from '@/app/_server/actor';
import { AuditFilterForm } from '@/components/audit/audit-filter-form';
import { AuditTable } from '@/components/audit/audit-table';
import { ChainStatus } from '@/components/audit/chain-status';
import { whyNoDays } from '@/components/filter/address-params';
import { auditMatch, auditQuery, readAuditFilters } from '@/components/audit/filters';
import { paths } from '@/components/paths';
import { LinkButton } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { listAudit } from '@/server/audit/list-audit';
import { verifyAudit } from '@/server/audit/verify-audit';
import { db } from '@/server/db/client';

export const metadata: Metadata = { title: 'Audit' };
const PAGE = 100;
/** Proving the chain reads every row, about 11 µs of CPU each: 45 ms is what a page may take for it. */
const MAX_PROVED = 4_000;

export default async function AuditPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  await requireActor();
  const filters = readAuditFilters(await searchParams);
  const { before, ...match } = filters;
  // One row more than the page shows whether there is an older page.
  const found = listAudit(db(), { ...auditMatch(match), ...(before === null ? {} : { before }), limit: PAGE + 1 });
  const rows = found.slice(0, PAGE);
  const total = listAudit(db(), { limit: 1 })[0]?.seq ?? 0;
  const oldest = rows.at(-1);
  const filtered = auditQuery({ ...match }) !== '';
  const exported = (format: 'csv' | 'json') => `${paths.audit()}/export?${auditQuery(match)}${filtered ? '&' : ''}format=${format}`;
  return (
    <>
      <PageHeader
        title="Audit"
        meta="Every act of a person, an agent and the engine. Rows can be added, never changed."
        actions={
          <span className="text-xs text-ink-2">
            Export{' '}
            {(['csv', 'json'] as const).map((format) => (
              <a key={format} href={exported(format)} download className="ml-2 rounded text-accent hover:underline hover:underline-offset-4">
                {format.toUpperCase()}
              </a>
            ))}
          </span>
        }
      />
      <div className="space-y-6">
        <ChainStatus chain={total > MAX_PROVED ? { ok: 'unchecked', rows: total } : verifyAudit(db())} />
        <AuditFilterForm filters={filters} />
        {rows.length === 0 ? (
          <EmptyState kind={filtered || before !== null ? 'filtered' : 'none'} title={whyNoDays(filters) ?? (filtered || before !== null ? 'No row matches these filters.' : 'Nobody has done anything yet.')} action={filtered ? <LinkButton href={paths.audit()}>Show all</LinkButton> : undefined} />
        ) : (
          <AuditTable rows={rows} />
        )}
        <nav aria-label="Pages" className="flex gap-2">
          {before === null ? null : <LinkButton href={paths.audit(match)}>Newest</LinkButton>}
          {oldest && found.length > PAGE ? <LinkButton href={paths.audit({ ...match, before: oldest.seq })}>Older</LinkButton> : null}
        </nav>
      </div>
    </>
  );
}
