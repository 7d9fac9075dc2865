'use client';
import { useHotkey } from './hotkeys';

const ROWS = 'main tbody tr, main ol > li, main ul > li';
const FOCUSABLE = 'a[href], button:not([aria-disabled=true]), summary';

/** Index to go to from `current` (−1 = none yet) among `count` rows; stays at the ends. */
export const nextIndex = (current: number, step: 1 | -1, count: number): number => (current < 0 ? (step > 0 ? 0 : count - 1) : Math.min(count - 1, Math.max(0, current + step)));

/** Rows that have something to open, in the order of the page; navigation lists are not rows. */
function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => !row.closest('nav') && row.querySelector(FOCUSABLE) !== null && row.offsetParent !== null);
}

function move(step: 1 | -1): void {
  const all = rows();
  if (all.length === 0) return;
  const current = all.findIndex((row) => row.contains(document.activeElement));
  const target = all[nextIndex(current, step, all.length)]?.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}

/** `j` and `k` walk the rows of whatever lists and tables the page has; Enter opens, as always. */
export function ListKeys() {
  useHotkey({ keys: 'j', label: 'Next row', group: 'Lists', run: () => move(1) });
  useHotkey({ keys: 'k', label: 'Previous row', group: 'Lists', run: () => move(-1) });
  return null;
}
