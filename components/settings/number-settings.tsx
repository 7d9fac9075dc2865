'use client';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { cx } from '@/components/cx';
import { formatExact } from '@/components/format';
import { Button } from '@/components/ui/button';
import { Ago } from '@/components/ui/date-text';
import { Definition } from '@/components/ui/definition';
import { ErrorState } from '@/components/ui/empty-state';
import { NumberInput } from '@/components/ui/field';
import { withMath } from '@/components/ui/math-text';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import { useToast } from '@/components/ui/toast';
import { ConfirmSettings } from './confirm-settings';
import { changesOf, faultOf, moveDecimal, otherReading, type SettingRow, textOf } from './setting-row';

interface NumberSettingsProps {
  caption: string;
  rows: readonly SettingRow[];
  /** Why nothing can be changed now; the table is then read-only. */
  whyNot: string | null;
  save: (changes: Record<string, number>) => Promise<ActionResult>;
}

/** Numbers with default, range, unit and last change, typed as the screens print them; the changed ones are said once more, old and new, and saved together. */
export function NumberSettings({ caption, rows, whyNot, save }: NumberSettingsProps) {
  const router = useRouter();
  const toast = useToast();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);
  const changes = changesOf(rows, typed);
  const count = Object.keys(changes).length;
  const faulty = rows.find((row) => typed[row.name] !== undefined && faultOf(row, typed[row.name] ?? '') !== null);

  const submit = async () => {
    setBusy(true);
    const result = await save(changes);
    setBusy(false);
    setAsked(false);
    setError(result.ok ? null : result.error);
    // Refused because the book moved: show what it is now, so that the next press decides on that.
    router.refresh();
    if (!result.ok) return;
    setTyped({});
    toast({ text: `${count} ${count === 1 ? 'value' : 'values'} saved.` });
  };

  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (count > 0 && !faulty) setAsked(true);
      }}
    >
      {whyNot ? <p className="text-xs text-ink-2">{whyNot}</p> : null}
      <Table caption={caption}>
        <Thead>
          <Th>Setting</Th>
          <Th>Value</Th>
          <Th num>Default</Th>
          <Th num className="max-sm:hidden">
            Range
          </Th>
          <Th className="max-sm:hidden">Last change</Th>
        </Thead>
        <tbody>
          {rows.map((row) => {
            const text = typed[row.name] ?? textOf(row, row.value);
            return (
              <Tr key={row.name}>
                <Td className="sm:whitespace-nowrap">
                  <Definition text={row.meaning}>{row.label}</Definition>
                  <span className="block text-2xs text-ink-2 sm:hidden">{rangeOf(row)}</span>
                </Td>
                <Td className="sm:w-72">
                  {whyNot || row.min === row.max ? (
                    <span className="flex items-baseline gap-2">
                      <span className="num w-24 shrink-0 px-2.5 text-right">{formatExact(moveDecimal(row.value, row.shift))}</span>
                      <span className="text-xs text-ink-2">{row.unit}</span>
                    </span>
                  ) : (
                    <ValueField row={row} text={text} isTyped={typed[row.name] !== undefined} onType={(next) => setTyped({ ...typed, [row.name]: next })} />
                  )}
                </Td>
                <Td num className="text-ink-2">
                  {whyNot || text === textOf(row, row.standard) ? (
                    formatExact(moveDecimal(row.standard, row.shift))
                  ) : (
                    <button type="button" title="Put the default back" className="underline decoration-dotted underline-offset-4 hover:text-ink" onClick={() => setTyped({ ...typed, [row.name]: textOf(row, row.standard) })}>
                      {formatExact(moveDecimal(row.standard, row.shift))}
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
        <Button type="submit" variant="primary" busy={busy} disabledReason={faulty ? `${faulty.label} cannot be saved as it is typed.` : count === 0 ? 'Nothing was changed.' : null} showReason>
          {count > 1 ? `Save ${count} values` : 'Save'}
        </Button>
      )}
      <ConfirmSettings open={asked} caption={caption} rows={rows} changes={changes} busy={busy} onClose={() => setAsked(false)} onSave={submit} />
    </form>
  );
}

/** The field with its unit beside it and, once typed in, what is wrong or what the same digits may have meant. */
function ValueField({ row, text, isTyped, onType }: { row: SettingRow; text: string; isTyped: boolean; onType: (text: string) => void }) {
  const id = useId();
  const fault = faultOf(row, text);
  const said = fault ?? (isTyped && text !== textOf(row, row.value) ? otherReading(row, text) : null);
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="w-24 shrink-0" style={{ minWidth: `calc(${text.length}ch + 1.75rem)` }}>
          <NumberInput aria-label={row.unit ? `${row.label}, ${row.unit}` : row.label} aria-invalid={fault !== null || undefined} aria-describedby={said ? id : undefined} value={text} onChange={(e) => onType(e.currentTarget.value)} />
        </span>
        <span className="text-xs text-ink-2">{row.unit}</span>
      </span>
      {said ? (
        <span id={id} role={fault ? 'alert' : 'status'} className={cx('mt-1 block text-xs', fault ? 'text-signal' : 'text-ink-2')}>
          {withMath(said)}
        </span>
      ) : null}
    </>
  );
}

const rangeOf = (row: SettingRow): string => (row.min === row.max ? 'fixed' : `${formatExact(moveDecimal(row.min, row.shift))} to ${formatExact(moveDecimal(row.max, row.shift))}`);
