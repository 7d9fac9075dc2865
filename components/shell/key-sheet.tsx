'use client';
import { useState } from 'react';
import { Dialog } from '../ui/dialog';
import { useHotkey, useHotkeyList } from './hotkeys';

/** Keys as keycaps: `g o` → g o, `Mod+k` → Ctrl K. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd key={key} className="min-w-5 rounded border border-line-strong px-1 text-center font-sans text-2xs text-ink-2">
          {key.replace(/^Mod\+(.*)$/, (_, k: string) => `Ctrl ${k.toUpperCase()}`).replace('Escape', 'Esc')}
        </kbd>
      ))}
    </span>
  );
}

/** `?` shows every key that works on this page, read from the registry that also runs them. */
export function KeySheet() {
  const [open, setOpen] = useState(false);
  useHotkey({ keys: '?', label: 'This sheet', group: 'Everywhere', run: () => setOpen(true) });
  const hotkeys = useHotkeyList();
  const groups = [...new Set(hotkeys.map((h) => h.group))];
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Keys">
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        {groups.map((group) => (
          <div key={group}>
            <h3 className="mb-1 text-xs text-ink-3">{group}</h3>
            <ul className="text-[0.8125rem]">
              {hotkeys
                .filter((h) => h.group === group)
                .map((h) => (
                  <li key={h.keys} className="flex items-center justify-between gap-4 py-0.5">
                    <span>{h.label}</span>
                    <Keys keys={h.keys} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="mt-5 text-xs text-ink-2">No single key approves, signs or stops anything.</p>
    </Dialog>
  );
}
