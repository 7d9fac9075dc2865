import Link from 'next/link';
import { DayFields, FilterActions } from '@/components/filter/filter-fields';
import { paths } from '@/components/paths';
import { Field, TextInput } from '@/components/ui/field';
import type { AuditFilters } from './filters';

const KINDS = [
  ['book', 'Books'],
  ['alert', 'Alerts'],
  ['incident', 'Incidents'],
  ['autopsy', 'Autopsies'],
  ['proposal', 'Proposals and approvals'],
  ['capital', 'Compute capital'],
  ['user', 'People'],
  ['session', 'Sign-ins'],
] as const;

/** A plain GET form: the filters are the address, so Back, bookmarks and pasted links work without script. */
export function AuditFilterForm({ filters }: { filters: AuditFilters }) {
  const filtered = filters.entity !== '' || filters.action !== '' || filters.actor !== '' || filters.from !== '' || filters.to !== '';
  return (
    <search>
      <form action={paths.audit()} method="get" className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_9.5rem_9.5rem_auto]">
        <Field label="Entity">
          <TextInput name="entity" defaultValue={filters.entity} placeholder="bok_…" spellCheck={false} />
        </Field>
        <Field label="Action">
          <TextInput name="action" defaultValue={filters.action} placeholder="book, or book.halt" spellCheck={false} />
        </Field>
        <Field label="Actor">
          <TextInput name="actor" defaultValue={filters.actor} placeholder="name or id" spellCheck={false} />
        </Field>
        <DayFields range={filters} />
        <FilterActions filtered={filtered} all={paths.audit()} />
      </form>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {KINDS.map(([action, label]) => (
          <Link key={action} href={paths.audit({ ...filters, before: null, action })} aria-current={filters.action === action ? 'true' : undefined} className={filters.action === action ? 'font-medium text-ink' : 'hover:text-ink hover:underline hover:underline-offset-4'}>
            {label}
          </Link>
        ))}
      </p>
    </search>
  );
}
