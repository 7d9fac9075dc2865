import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Td, Th, Thead, Tr } from '@/components/ui/table';
import { leapOf, type SettingRow, wordsOf } from './setting-row';

interface ConfirmSettingsProps {
  open: boolean;
  caption: string;
  rows: readonly SettingRow[];
  /** Stored numbers by name. */
  changes: Readonly<Record<string, number>>;
  busy: boolean;
  onClose: () => void;
  onSave: () => void;
}

/** What is in force and what will be, before it is saved: these numbers halt books, and 0.04 is not 4. Focus stands on Cancel. */
export function ConfirmSettings({ open, caption, rows, changes, busy, onClose, onSave }: ConfirmSettingsProps) {
  const changed = rows.filter((row) => changes[row.name] !== undefined);
  return (
    <Dialog open={open} onClose={onClose} title={`${caption}: ${changed.length === 1 ? 'one value changes' : `${changed.length} values change`}`}>
      <div className="mt-3 space-y-4 text-[0.8125rem]">
        <table className="w-full border-collapse">
          <caption className="sr-only">Values now and after saving</caption>
          <Thead>
            <Th>Setting</Th>
            <Th num>Now</Th>
            <Th num>From the next day</Th>
          </Thead>
          <tbody>
            {changed.map((row) => {
              const next = changes[row.name] as number;
              const leap = leapOf(row.value, next);
              return (
                <Tr key={row.name}>
                  <Td>
                    {row.label}
                    {leap ? <strong className="block font-medium">{leap}</strong> : null}
                  </Td>
                  <Td num className="text-ink-2">{wordsOf(row, row.value)}</Td>
                  <Td num className="font-medium">{wordsOf(row, next)}</Td>
                </Tr>
              );
            })}
          </tbody>
        </table>
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose} autoFocus>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={onSave}>
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
