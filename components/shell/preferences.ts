/** Preferences that the server needs before it draws: kept in cookies that hold no secret. */
export const THEME_COOKIE = 'oomrl_theme';
export const ZONE_COOKIE = 'oomrl_zone';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const toTheme = (value: string | undefined): Theme => THEMES.find((t) => t === value) ?? 'system';

/** Zones offered beside the browser's own. The exchange's clock is Shanghai: the A-share market has one zone. */
export const FIXED_ZONES = [
  { zone: 'UTC', label: 'UTC' },
  { zone: 'Asia/Shanghai', label: 'Exchange (Shanghai)' },
] as const;

/** The zone a cookie names, or UTC when this runtime does not know it. */
export function toZone(value: string | undefined): string {
  if (!value) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

const YEAR_SECONDS = 31_536_000;
/** Writes a preference in the browser; the next server render reads it. */
export function savePreference(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is absent in Safari and Firefox of this year's baseline
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
