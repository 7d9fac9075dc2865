import Link from 'next/link';
import { paths } from '@/components/paths';
import { Button } from '@/components/ui/button';
import { Field, TextInput } from '@/components/ui/field';
import { type AuditFilters, whyNoDays } from './filters';

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
      <form action={paths.audit()} method="get" className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_9.5rem_9.5rem_auto]">
        <Field label="Entity">
          <TextInput name="entity" defaultValue={filters.entity} placeholder="bok_…" spellCheck={false} />
        </Field>
        <Field label="Action">
          <TextInput name="action" defaultValue={filters.action} placeholder="book, or book.halt" spellCheck={false} />
        </Field>
        <Field label="Actor">
          <TextInput name="actor" defaultValue={filters.actor} placeholder="name or id" spellCheck={false} />
        </Field>
        <Field label="From day, UTC">
          <TextInput type="date" name="from" defaultValue={filters.from} max={filters.to || undefined} />
        </Field>
        <Field label="To day, UTC" error={whyNoDays(filters)}>
          <TextInput type="date" name="to" defaultValue={filters.to} min={filters.from || undefined} />
        </Field>
        <div className="flex items-center gap-2">
          <Button type="submit">Filter</Button>
          {filtered ? (
            <Link href={paths.audit()} className="text-xs text-ink-2 hover:underline">
              Show all
            </Link>
          ) : null}
        </div>
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
