'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { formatExact } from '@/components/format';
import { Button } from '@/components/ui/button';
import { Ago } from '@/components/ui/date-text';
import { Definition } from '@/components/ui/definition';
import { ErrorState } from '@/components/ui/empty-state';
import { NumberInput } from '@/components/ui/field';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import { useToast } from '@/components/ui/toast';
import { changesOf, faultOf, type SettingRow } from './setting-row';

interface NumberSettingsProps {
  caption: string;
  rows: readonly SettingRow[];
  /** Why nothing can be changed now; the table is then read-only. */
  whyNot: string | null;
  save: (changes: Record<string, number>) => Promise<ActionResult>;
}

/** Numbers with default, range, unit and last change; all changed ones are saved together, once. */
export function NumberSettings({ caption, rows, whyNot, save }: NumberSettingsProps) {
  const router = useRouter();
  const toast = useToast();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);
  const changes = changesOf(rows, typed);
  const count = Object.keys(changes).length;
  const faults = rows.filter((row) => typed[row.name] !== undefined && faultOf(row, typed[row.name] ?? '') !== null).length;

  const submit = async () => {
    setBusy(true);
    const result = await save(changes);
    setBusy(false);
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    setTyped({});
    toast({ text: `${count} ${count === 1 ? 'value' : 'values'} saved.` });
    router.refresh();
  };

  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (count > 0 && faults === 0 && !busy) void submit();
      }}
    >
      {whyNot ? <p className="text-xs text-ink-2">{whyNot}</p> : null}
      <Table caption={caption}>
        <Thead>
          <Th>Setting</Th>
          <Th num>Value</Th>
          <Th className="max-sm:hidden">Unit</Th>
          <Th num>Default</Th>
          <Th num className="max-sm:hidden">
            Range
          </Th>
          <Th className="max-sm:hidden">Last change</Th>
        </Thead>
        <tbody>
          {rows.map((row) => {
            const text = typed[row.name] ?? String(row.value);
            const fault = faultOf(row, text);
            return (
              <Tr key={row.name}>
                <Td className="sm:whitespace-nowrap">
                  <Definition text={row.meaning}>{row.label}</Definition>
                  <span className="block text-2xs text-ink-2 sm:hidden">
                    {row.unit}
                    {row.unit && ', '}
                    {rangeOf(row)}
                  </span>
                </Td>
                <Td num className="w-36 min-w-28">
                  {whyNot || row.min === row.max ? (
                    formatExact(row.value)
                  ) : (
                    <>
                      <NumberInput style={{ minWidth: `calc(${Math.max(text.length, 5)}ch + 1.75rem)` }} aria-label={`${row.label}, ${row.unit}`} aria-invalid={fault !== null || undefined} value={text} onChange={(e) => setTyped({ ...typed, [row.name]: e.currentTarget.value })} />
                      {fault ? <span role="alert" className="mt-0.5 block text-2xs text-signal">{fault}</span> : null}
                    </>
                  )}
                </Td>
                <Td className="text-xs whitespace-nowrap text-ink-2 max-sm:hidden">{row.unit}</Td>
                <Td num className="text-ink-2">
                  {whyNot || Number(text) === row.standard ? (
                    formatExact(row.standard)
                  ) : (
                    <button type="button" title="Put the default back" className="underline decoration-dotted underline-offset-4 hover:text-ink" onClick={() => setTyped({ ...typed, [row.name]: String(row.standard) })}>
                      {formatExact(row.standard)}
                    </button>
                  )}
                </Td>
                <Td num className="text-ink-3 max-sm:hidden">
                  {rangeOf(row)}
                </Td>
                <Td className="text-xs whitespace-nowrap text-ink-2 max-sm:hidden">
                  {row.lastChange ? (
                    <>
                      <Ago at={row.lastChange.at} /> by {row.lastChange.by}
                    </>
                  ) : (
                    <span className="text-ink-3">never</span>
                  )}
                </Td>
              </Tr>
            );
          })}
        </tbody>
      </Table>
      {error ? <ErrorState error={error} /> : null}
      {whyNot ? null : (
        <Button type="submit" variant="primary" busy={busy} disabledReason={faults > 0 ? 'A value is out of its range.' : count === 0 ? 'Nothing was changed.' : null} showReason>
          {count > 1 ? `Save ${count} values` : 'Save'}
        </Button>
      )}
    </form>
  );
}

const rangeOf = ({ min, max }: SettingRow): string => (min === max ? 'fixed' : `${formatExact(min)} to ${formatExact(max)}`);
