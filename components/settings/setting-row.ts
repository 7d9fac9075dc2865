import { formatExact } from '../format';

/** One number that can be set: what it is, what it was made for, and in which range it holds. */
export interface SettingRow {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  readonly unit: string;
  readonly value: number;
  readonly standard: number;
  readonly min: number;
  readonly max: number;
  /** Newest change in the audit log; null when it never changed. */
  readonly lastChange: { readonly at: number; readonly by: string } | null;
}

/** What is wrong with typed text, or null. */
export function faultOf(row: Pick<SettingRow, 'min' | 'max' | 'unit'>, text: string): string | null {
  const value = Number(text.trim());
  if (text.trim() === '' || !Number.isFinite(value)) return 'must be a number';
  if (value < row.min || value > row.max) return `must be ${formatExact(row.min)} to ${formatExact(row.max)}${row.unit ? ` ${row.unit}` : ''}`;
  return null;
}

/** The typed values that differ from the stored ones; text with a fault counts as unchanged. */
export function changesOf(rows: readonly SettingRow[], typed: Readonly<Record<string, string>>): Record<string, number> {
  const changes: Record<string, number> = {};
  for (const row of rows) {
    const text = typed[row.name];
    if (text !== undefined && faultOf(row, text) === null && Number(text) !== row.value) changes[row.name] = Number(text);
  }
  return changes;
}
