'use client';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { cx } from '../cx';
import { Dialog } from '../ui/dialog';
import { useHotkey, useHotkeyList } from './hotkeys';
import { Keys } from './key-sheet';

export interface PaletteItem {
  label: string;
  hint: string;
  href: string;
}

/** Every word typed must occur somewhere in the item. */
export function filterItems<T extends { label: string; hint: string }>(items: readonly T[], query: string): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => words.every((word) => `${item.label} ${item.hint}`.toLowerCase().includes(word)));
}

/** Ctrl/Cmd-K: everything that has an address, and every command of this page. */
export function Palette({ items }: { items: readonly PaletteItem[] }) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const router = useRouter();
  const id = useId();
  const openIt = () => {
    setQuery('');
    setAt(0);
    setOpen(true);
  };
  useHotkey({ keys: 'Mod+k', label: 'Everything', group: 'Everywhere', whileTyping: true, run: openIt });
  const commands = useHotkeyList().filter((h) => h.keys !== 'Mod+k');
  const all = [
    ...items.map((item) => ({ ...item, keys: null, run: () => router.push(item.href) })),
    ...commands.filter((h) => h.group !== 'Go to').map((h) => ({ label: h.label, hint: h.group, keys: h.keys, run: h.run })),
  ];
  const found = filterItems(all, query);
  const chosen = Math.min(at, found.length - 1);
  const go = (index: number) => {
    const item = found[index];
    setOpen(false);
    // After the dialog has given focus back, or the command's own focus move would be undone.
    if (item) setTimeout(item.run, 0);
  };

  return (
      <Dialog open={open} onClose={() => setOpen(false)} title="Find or go to">
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          aria-label="Find"
          autoFocus
          value={query}
          placeholder="Page, book, command"
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              go(chosen);
            }
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
            if (step !== 0 && found.length > 0) {
              event.preventDefault();
              setAt((chosen + step + found.length) % found.length);
            }
          }}
          className="mt-3 h-9 w-full rounded-md border border-line-strong bg-paper px-3"
        />
        <div id={`${id}-list`} role="listbox" aria-label="Results" className="mt-2 max-h-80 overflow-y-auto">
          {found.map((item, i) => (
            <div
              key={`${item.hint}/${item.label}`}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === chosen}
              tabIndex={-1}
              onMouseMove={() => setAt(i)}
              // Before the press moves the focus out of the field: the arrow keys must go on working.
              onMouseDown={(event) => {
                event.preventDefault();
                go(i);
              }}
              className={cx('flex cursor-pointer items-center justify-between gap-4 rounded-md px-3 py-1.5 text-[0.8125rem]', i === chosen && 'bg-sink')}
            >
              <span className="truncate">{item.label}</span>
              <span className="flex shrink-0 items-center gap-2 text-xs text-ink-3">
                {item.hint}
                {item.keys && <Keys keys={item.keys} />}
              </span>
            </div>
          ))}
          {found.length === 0 && <p className="px-3 py-4 text-xs text-ink-2">Nothing is called that.</p>}
        </div>
      </Dialog>
  );
}

/** Opens the palette for those who point; runs the same registered command as the key. */
export function PaletteButton() {
  const open = useHotkeyList().find((h) => h.keys === 'Mod+k');
  return (
    <button type="button" onClick={() => open?.run()} className="flex h-8 w-full items-center justify-between rounded-md border border-line bg-raise px-2.5 text-[0.8125rem] text-ink-3 hover:border-line-strong">
      Find or go to <Keys keys="Mod+k" />
    </button>
  );
}
