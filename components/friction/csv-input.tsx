'use client';
import { Field, TextInput } from '../ui/field';

/** One CSV file of the reader's own disk. */
export function CsvInput({ label, hint, aside, onFile }: { label: string; hint: string; aside?: string; onFile: (file: File | null) => void }) {
  return (
    <Field label={label} hint={hint} aside={aside}>
      <TextInput type="file" accept=".csv,text/csv" className="cursor-pointer py-1 read-only:bg-raise! file:mr-3 file:border-0 file:bg-transparent file:text-xs file:font-medium file:text-ink" onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)} />
    </Field>
  );
}
