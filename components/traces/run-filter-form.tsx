import { DayFields, FilterActions } from '@/components/filter/filter-fields';
import { paths } from '@/components/paths';
import { Field, TextInput } from '@/components/ui/field';
import type { RunFilterValues } from './run-filter';

/** A plain GET form: the filter is the address. */
export function RunFilterForm({ filter }: { filter: RunFilterValues }) {
  return (
    <search>
      <form action={paths.importedRuns()} method="get" className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_9.5rem_9.5rem_auto]">
        <Field label="Workspace, model, agent or run" className="max-sm:col-span-2">
          <TextInput name="text" defaultValue={filter.text} spellCheck={false} />
        </Field>
        <DayFields range={filter} />
        <FilterActions filtered={filter.text !== '' || filter.from !== '' || filter.to !== ''} all={paths.importedRuns()} className="sm:mt-5" />
      </form>
    </search>
  );
}
