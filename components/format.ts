/**
 * Every number, money amount and time on screen goes through this module, with the zone passed in: server and browser
 * then print the same text, and no page mixes zones (console.md A3 41, 45, 47).
 */

/** Shown where there is no value; never 0 (console.md A3 49). */
export const NO_VALUE = '–';
const MINUS = '\u2212';
const CURRENCY_SIGN: Record<string, string> = { CNY: '¥', USD: '$', HKD: 'HK$', EUR: '€' };

const numberFormats = new Map<number, Intl.NumberFormat>();
function fixed(value: number, digits: number): string {
  let format = numberFormats.get(digits);
  if (!format) numberFormats.set(digits, (format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })));
  return format.format(Math.abs(value));
}
const sign = (shown: string, value: number, signed: boolean): string => (/[1-9]/.test(shown) ? (value < 0 ? MINUS : signed ? '+' : '') : '');
const missing = (value: number | null | undefined): value is null | undefined => value === null || value === undefined || !Number.isFinite(value);

/** 1234.5 → "1,234.50"; a true minus sign, and a plus where `signed`. */
export function formatNumber(value: number | null | undefined, digits = 2, signed = false): string {
  if (missing(value)) return NO_VALUE;
  const shown = fixed(value, digits);
  return sign(shown, value, signed) + shown;
}

/** A set value with the digits it has: 0.0008 → "0.0008", -20 → "−20", 1000000 → "1,000,000". */
export function formatExact(value: number): string {
  const shown = Math.abs(value).toLocaleString('en-US', { maximumFractionDigits: 12 });
  return sign(shown, value, false) + shown;
}

export const formatInteger = (value: number | null | undefined): string => formatNumber(value, 0);

/** A ratio as percent: 0.0123 → "1.23%". */
export function formatPercent(ratio: number | null | undefined, digits = 2, signed = false): string {
  return missing(ratio) ? NO_VALUE : `${formatNumber(ratio * 100, digits, signed)}%`;
}

/** A ratio in basis points: 0.00123 → "12.3 bp". */
export function formatBp(ratio: number | null | undefined, digits = 1, signed = false): string {
  return missing(ratio) ? NO_VALUE : `${formatNumber(ratio * 10_000, digits, signed)} bp`;
}

/** Integer fen (or cents) as money: 123456 → "¥1,234.56". */
export function formatMoney(fen: number | null | undefined, currency = 'CNY', signed = false): string {
  if (missing(fen)) return NO_VALUE;
  const shown = fixed(fen / 100, 2);
  return `${sign(shown, fen, signed)}${CURRENCY_SIGN[currency] ?? `${currency} `}${shown}`;
}

/** Money for narrow places and axes: 123456789 → "¥1.23M". */
export function formatMoneyShort(fen: number | null | undefined, currency = 'CNY'): string {
  if (missing(fen)) return NO_VALUE;
  const units = Math.abs(fen) / 100;
  const [divisor, suffix] = units >= 1e9 ? [1e9, 'B'] : units >= 1e6 ? [1e6, 'M'] : units >= 1e4 ? [1e3, 'k'] : [1, ''];
  const shown = fixed(units / divisor, suffix === '' ? 0 : 2);
  return `${sign(shown, fen, false)}${CURRENCY_SIGN[currency] ?? `${currency} `}${shown}${suffix}`;
}

/** A p-value; very small ones keep their order of magnitude. */
export function formatP(p: number | null | undefined): string {
  if (missing(p)) return NO_VALUE;
  return p !== 0 && p < 0.001 ? p.toExponential(1).replace('e-', 'e\u2212') : fixed(p, 3);
}

export const formatHash = (hash: string): string => hash.slice(0, 10);

const timeFormats = new Map<string, Intl.DateTimeFormat>();
/** Epoch ms as "2026-11-30 15:04:05" in `zone` (an IANA name), seconds optional. */
export function formatTime(at: number | null | undefined, zone: string, seconds = false): string {
  if (missing(at)) return NO_VALUE;
  let format = timeFormats.get(zone);
  if (!format) {
    const options: Intl.DateTimeFormatOptions = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
    timeFormats.set(zone, (format = new Intl.DateTimeFormat('en-GB', options)));
  }
  const part = Object.fromEntries(format.formatToParts(at).map((p) => [p.type, p.value]));
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}${seconds ? `:${part.second}` : ''}`;
}

/** "3 s", "4 min", "2 h", "5 d": whole units, rounded down. */
export function formatSpan(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h`;
  return `${Math.floor(s / 86_400)} d`;
}

/** Durations of gates and calls: "84 ms", "2.31 s", "3 min 05 s". */
export function formatDuration(ms: number | null | undefined): string {
  if (missing(ms)) return NO_VALUE;
  if (ms < 9.95) return ms < 0.05 ? '< 0.1 ms' : `${fixed(ms, 1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${fixed(ms / 1000, 2)} s`;
  return `${Math.floor(ms / 60_000)} min ${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')} s`;
}
