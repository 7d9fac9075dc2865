import Link from 'next/link';
import { cx } from '@/components/cx';
import { Button } from '@/components/ui/button';
import { Field, TextInput } from '@/components/ui/field';
import { type DayRange, whyNoDays } from './address-params';

/** First and last day of a filter, as two fields of its form. */
export function DayFields({ range }: { range: DayRange }) {
  return (
    <>
      <Field label="From day, UTC">
        <TextInput type="date" name="from" defaultValue={range.from} max={range.to || undefined} />
      </Field>
      <Field label="To day, UTC" error={whyNoDays(range)}>
        <TextInput type="date" name="to" defaultValue={range.to} min={range.from || undefined} />
      </Field>
    </>
  );
}

/** Applies the filter, or takes it away: `all` is the address without one. Stands level with the inputs, or in a row of its own. */
export function FilterActions({ filtered, all, className = 'mt-5' }: { filtered: boolean; all: string; className?: string }) {
  return (
    <div className={cx('flex items-center gap-2', className)}>
      <Button type="submit">Filter</Button>
      {filtered ? (
        <Link href={all} className="text-xs whitespace-nowrap text-ink-2 hover:underline">
          Show all
        </Link>
      ) : null}
    </div>
  );
}
