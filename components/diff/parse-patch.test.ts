import { expect, it } from 'vitest';
import type { AstEdit } from '@/server/contracts/ast-edit';
import { highlightHunks } from './highlight';
import { linkEdits } from './link-edits';
import { parsePatch } from './parse-patch';

const body = `--- a/src/schedule.ts
+++ b/src/schedule.ts
@@ -1,3 +1,3 @@
 // How often
-export const REBALANCE_EVERY_DAYS = 1;
+export const REBALANCE_EVERY_DAYS = 5;
 export const x = 1;
@@ -20,3 +20,4 @@
 export function due(day: number) {
-  return true;
+  if (day < 0) return false;
+  return day % REBALANCE_EVERY_DAYS === 0;
 }
`;

const edit = (line: number, before: string, after: string): AstEdit => ({ kind: 'set_constant', path: 'src/schedule.ts', symbol: 's', line, before, after, why: '' });

it('reads a diff with and without git headers alike', () => {
  const bare = parsePatch(body);
  const git = parsePatch(`diff --git a/src/schedule.ts b/src/schedule.ts\n${body}`);
  for (const files of [bare, git]) {
    expect(files.map((f) => [f.path, f.change, f.added, f.deleted, f.data.hunks.length])).toEqual([['src/schedule.ts', 'modify', 3, 2, 2]]);
  }
});

it('names the old path of a deleted file', () => {
  const files = parsePatch('--- a/src/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n');
  expect(files.map((f) => [f.path, f.change, f.deleted])).toEqual([['src/old.ts', 'delete', 1]]);
});

it('links an edit to the hunk that carries its text, else to the hunk of its line, else to none', () => {
  const files = parsePatch(body);
  const at = (e: AstEdit) => linkEdits([e], files)[0]?.anchor;
  expect(at(edit(2, '1', '5'))).toBe('hunk-1-1');
  expect(at(edit(99, 'return true;', 'if (day < 0) return false;'))).toBe('hunk-1-2');
  expect(at(edit(21, 'nowhere', 'nowhere'))).toBe('hunk-1-2');
  expect(at(edit(500, 'nowhere', 'nowhere'))).toBeNull();
  expect(at({ ...edit(2, '1', '5'), path: 'src/other.ts' })).toBeNull();
});

it('highlights the languages it knows and leaves others plain', () => {
  const hunks = parsePatch(body)[0]?.data.hunks ?? [];
  const tokens = highlightHunks(hunks, 'src/schedule.ts', null);
  expect(JSON.stringify(tokens)).toContain('keyword');
  expect(highlightHunks(hunks, 'README', null)).toBeNull();
});
