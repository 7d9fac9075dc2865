const DIGITS = 8;

/** Eight significant digits, right-aligned by the caller; zero has no sign. */
const show = (value: number | null): string => (value === null ? 'n/a' : String(Number(value.toPrecision(DIGITS)) || 0));

/** One line per symbol and day, for people. A value that is no finite number reads n/a. */
export function printFactor(values: Readonly<Record<string, readonly (readonly [date: string, value: number | null])[]>>): string {
  const rows = Object.entries(values).flatMap(([symbol, days]) => days.map(([date, value]) => [symbol, date, show(value)] as const));
  const symbol = Math.max('symbol'.length, ...Object.keys(values).map((name) => name.length));
  const number = rows.reduce((width, row) => Math.max(width, row[2].length), 'value'.length);
  return [['symbol', 'date', 'value'] as const, ...rows].map(([s, d, v]) => `${s.padEnd(symbol)}  ${d.padEnd(10)}  ${v.padStart(number)}`).join('\n');
}
