interface ChangeRow {
  readonly at: number;
  readonly actorName: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Newest change of each dotted name in audit rows whose detail carries `before` and `after`. Rows newest first. A name
 * that never differed between the two is absent.
 */
export function lastChanges(rows: readonly ChangeRow[], names: readonly string[]): Record<string, { at: number; by: string }> {
  const found: Record<string, { at: number; by: string }> = {};
  for (const row of rows) {
    for (const name of names) {
      if (found[name] || valueAt(row.detail.before, name) === valueAt(row.detail.after, name)) continue;
      found[name] = { at: row.at, by: row.actorName };
    }
  }
  return found;
}

/** Value at `execution.limits.maxWeight` of plain JSON; undefined when there is none. */
export function valueAt(value: unknown, name: string): unknown {
  let at: unknown = value;
  for (const key of name.split('.')) at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined;
  return at;
}

/** Copy of plain JSON with one value at a dotted name replaced. */
export function withValueAt<T>(value: T, name: string, next: unknown): T {
  const [key, ...rest] = name.split('.');
  const object = value as Record<string, unknown>;
  return { ...object, [key as string]: rest.length === 0 ? next : withValueAt(object[key as string], rest.join('.'), next) } as T;
}
