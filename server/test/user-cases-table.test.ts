import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const rows = [...read('docs/user-cases.md').matchAll(/^\| (?!id|-)([^|]+) \|[^|]*\| `([^`]+)` \|([^|]*)\|$/gm)].map((m) => [m[1]!, m[2]!, m[3]!.trim()] as const);

it('names every case once', () => {
  const ids = rows.map(([id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith('I-'))).toHaveLength(46);
});

it.each(rows)('%s is held by a test in %s: %s', (_id, file, title) => {
  expect(read(file)).toContain(title);
});
