import Link from 'next/link';
import { paths } from '@/components/paths';
import { Button } from '@/components/ui/button';
import { Field, TextInput } from '@/components/ui/field';
import { type RunFilterValues, whyNoRuns } from './run-filter';

/** A plain GET form: the filter is the address. */
export function RunFilterForm({ filter }: { filter: RunFilterValues }) {
  return (
    <search>
      <form action={paths.importedRuns()} method="get" className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_9.5rem_9.5rem_auto]">
        <Field label="Workspace, model, agent or run" className="max-sm:col-span-2">
          <TextInput name="text" defaultValue={filter.text} spellCheck={false} />
        </Field>
        <Field label="From day, UTC">
          <TextInput type="date" name="from" defaultValue={filter.from} max={filter.to || undefined} />
        </Field>
        <Field label="To day, UTC" error={whyNoRuns(filter)}>
          <TextInput type="date" name="to" defaultValue={filter.to} min={filter.from || undefined} />
        </Field>
        <div className="flex items-center gap-2">
          <Button type="submit">Filter</Button>
          {filter.text !== '' || filter.from !== '' || filter.to !== '' ? (
            <Link href={paths.importedRuns()} className="text-xs text-ink-2 hover:underline">
              Show all
            </Link>
          ) : null}
        </div>
      </form>
    </search>
  );
}
