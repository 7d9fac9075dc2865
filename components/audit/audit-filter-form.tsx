import Link from 'next/link';
import { paths } from '@/components/paths';
import { Button } from '@/components/ui/button';
import { Field, TextInput } from '@/components/ui/field';
import type { AuditFilters } from './filters';

/** A plain GET form: the filters are the address, so Back, bookmarks and pasted links work without script. */
export function AuditFilterForm({ filters }: { filters: AuditFilters }) {
  const filtered = filters.entity !== '' || filters.action !== '' || filters.actor !== '';
  return (
    <search>
      <form action={paths.audit()} method="get" className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
        <Field label="Entity">
          <TextInput name="entity" defaultValue={filters.entity} placeholder="bok_…" spellCheck={false} />
        </Field>
        <Field label="Action">
          <TextInput name="action" defaultValue={filters.action} placeholder="book, or book.halt" spellCheck={false} />
        </Field>
        <Field label="Actor">
          <TextInput name="actor" defaultValue={filters.actor} placeholder="name or id" spellCheck={false} />
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
    </search>
  );
}
