import { formatExact } from '../format';

/** One number that can be set: what it is, what it was made for, and in which range it holds. Numbers as they are stored. */
export interface SettingRow {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  /** Unit a person reads and types. */
  readonly unit: string;
  /** Powers of ten from the stored number to the shown one: 2 where 0.04 is stored and 4 % is typed. */
  readonly shift: number;
  /** Stored as a whole number. */
  readonly whole?: boolean;
  readonly value: number;
  readonly standard: number;
  readonly min: number;
  readonly max: number;
  /** Newest change in the audit log; null when it never changed. */
  readonly lastChange: { readonly at: number; readonly by: string } | null;
}

/** value × 10^places without the error of a product: 0.07 → 7, not 7.000000000000001. */
export function moveDecimal(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

type Scale = Pick<SettingRow, 'unit' | 'shift'>;
const withUnit = (shown: number, unit: string): string => `${formatExact(shown)}${unit ? ` ${unit}` : ''}`;

/** A stored number as text for its field. */
export const textOf = (row: Scale, stored: number): string => String(moveDecimal(stored, row.shift));
/** A stored number as people read it: "4 %". */
export const wordsOf = (row: Scale, stored: number): string => withUnit(moveDecimal(stored, row.shift), row.unit);

const NUMBER = /^[-+\u2212]?(\d+\.?\d*|\.\d+)$/;
/** The number that was typed, in the unit shown; the unit may be typed too. Null when it is none. */
function shownOf({ unit }: Scale, text: string): number | null {
  const sign = unit.startsWith('%') ? '%' : unit.startsWith('bp') ? 'bp' : '';
  const bare = text.trim();
  const digits = sign !== '' && bare.endsWith(sign) ? bare.slice(0, -sign.length).trim() : bare;
  return NUMBER.test(digits) ? Number(digits.replace('\u2212', '-')) : null;
}

type Bounds = Omit<SettingRow, 'name' | 'meaning' | 'lastChange' | 'standard'>;

/** What is wrong with typed text, in words that name the setting, the value and what to type instead; or null. */
export function faultOf(row: Bounds, text: string): string | null {
  const shown = shownOf(row, text);
  if (text.trim() === '') return `${row.label} is empty. Type a number; now it is ${wordsOf(row, row.value)}.`;
  if (shown === null) return `${row.label}: “${text.trim()}” is no number. Type digits with a point, such as ${textOf(row, row.value)}${row.unit ? ` for ${wordsOf(row, row.value)}` : ''}.`;
  const stored = moveDecimal(shown, -row.shift);
  if (stored < row.min || stored > row.max) return `${row.label} cannot be ${withUnit(shown, row.unit)}. Type ${formatExact(moveDecimal(row.min, row.shift))} to ${formatExact(moveDecimal(row.max, row.shift))}.${meant(row, shown) ?? ''}`;
  if (row.whole && !Number.isInteger(stored)) return `${row.label} cannot be ${withUnit(shown, row.unit)}. Its smallest step is ${wordsOf(row, 1)}.`;
  return null;
}

/**
 * The same digits read in the stored unit, where that makes a value too: 0.04 on a field in percent may have been meant as
 * 4 %. Says what it is and what to type for the other, so that nobody gets a hundredth out of habit.
 */
export function otherReading(row: Bounds, text: string): string | null {
  const shown = shownOf(row, text);
  const other = shown === null ? null : meant(row, shown);
  return other === null ? null : `This is ${withUnit(shown as number, row.unit)}.${other}`;
}

function meant(row: Bounds, shown: number): string | null {
  if (row.shift === 0 || shown === 0 || shown < row.min || shown > row.max) return null;
  return ` If you mean ${wordsOf(row, shown)}, type ${textOf(row, shown)}.`;
}

/** The stored numbers of the typed values that differ from what is in force; text with a fault counts as unchanged. */
export function changesOf(rows: readonly SettingRow[], typed: Readonly<Record<string, string>>): Record<string, number> {
  const changes: Record<string, number> = {};
  for (const row of rows) {
    const shown = typed[row.name] === undefined || faultOf(row, typed[row.name] as string) !== null ? null : shownOf(row, typed[row.name] as string);
    // In the unit shown: a field put back to its text is unchanged, whatever digits the stored number has.
    if (shown !== null && shown !== moveDecimal(row.value, row.shift)) changes[row.name] = moveDecimal(shown, -row.shift);
  }
  return changes;
}

/** How far a new number lies from the one in force, where it is ten times or more. */
export function leapOf(before: number, after: number): string | null {
  const times = Math.abs(after / before);
  if (!Number.isFinite(times) || times === 0 || (times > 0.1 && times < 10)) return null;
  return times >= 10 ? `${formatExact(Number(times.toPrecision(2)))} times as much as now` : `1/${formatExact(Number((1 / times).toPrecision(2)))} of what it is now`;
}
