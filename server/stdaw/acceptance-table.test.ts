import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(path.resolve(process.cwd(), file), 'utf8');
const rows = [...read('docs/stdaw-acceptance.md').matchAll(/^\| (A\d\d) \|[^|]*\| `([^`]+)` \|([^|]*)\|$/gm)].map((m) => [m[1]!, m[2]!, m[3]!.trim()] as const);

it('names every row once', () => {
  expect(rows.map(([id]) => id)).toEqual(Array.from({ length: 35 }, (_, i) => `A${String(i + 1).padStart(2, '0')}`));
});

it.each(rows)('%s is held by a test in %s: %s', (_id, file, title) => {
  expect(read(file)).toContain(title);
});
