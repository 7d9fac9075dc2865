export interface JsonDifference {
  /** Dotted path of the value. */
  readonly path: string;
  /** JSON of the value on each side; null where there is none. */
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** Leaves in which two JSON documents differ, in the order of the first. */
export function jsonDifferences(mine: unknown, theirs: unknown): JsonDifference[] {
  const a = leaves(mine);
  const b = leaves(theirs);
  return [...new Set([...a.keys(), ...b.keys()])]
    .map((path) => ({ path, mine: a.get(path) ?? null, theirs: b.get(path) ?? null }))
    .filter((d) => d.mine !== d.theirs);
}

function leaves(value: unknown, path = '', out = new Map<string, string>()): Map<string, string> {
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (children.length === 0) out.set(path || '(root)', JSON.stringify(value) ?? 'undefined');
  for (const [key, child] of children) leaves(child, path === '' ? key : `${path}.${key}`, out);
  return out;
}
