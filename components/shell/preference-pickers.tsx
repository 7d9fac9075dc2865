'use client';
import { useRouter } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { FIXED_ZONES, savePreference, THEME_COOKIE, THEMES, type Theme, ZONE_COOKIE } from './preferences';
import { useZone } from './zone';

const select = 'h-6 max-w-full rounded border border-transparent bg-transparent text-xs text-ink-2 hover:border-line-strong hover:text-ink';
const noChange = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** One zone for every instant on screen, in charts, tables and exports alike. */
export function ZonePicker() {
  const router = useRouter();
  const { zone } = useZone();
  const local = useSyncExternalStore(noChange, browserZone, () => null);
  const offered = FIXED_ZONES.map((z) => z.zone as string);
  return (
    <select
      aria-label="Time zone"
      value={zone}
      className={select}
      onChange={(event) => {
        savePreference(ZONE_COOKIE, event.target.value);
        router.refresh();
      }}
    >
      {FIXED_ZONES.map((z) => (
        <option key={z.zone} value={z.zone}>
          {z.label}
        </option>
      ))}
      {local && !offered.includes(local) && <option value={local}>Local ({local})</option>}
      {zone !== local && !offered.includes(zone) && <option value={zone}>{zone}</option>}
    </select>
  );
}

const THEME_LABEL: Record<Theme, string> = { system: 'System theme', light: 'Light', dark: 'Dark' };

export function ThemePicker({ theme }: { theme: Theme }) {
  const router = useRouter();
  return (
    <select
      aria-label="Theme"
      defaultValue={theme}
      className={select}
      onChange={(event) => {
        const next = event.target.value as Theme;
        savePreference(THEME_COOKIE, next);
        if (next === 'system') document.documentElement.removeAttribute('data-theme');
        else document.documentElement.dataset.theme = next;
        router.refresh();
      }}
    >
      {THEMES.map((t) => (
        <option key={t} value={t}>
          {THEME_LABEL[t]}
        </option>
      ))}
    </select>
  );
}
