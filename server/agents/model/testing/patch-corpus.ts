/**
 * Sixty answers in the ways models write patches (reference: hunk counts wrong in every frontier model, prose and fences, CRLF,
 * missing git headers, stale or invented context). Good ones say what must come out as plain text replacements, which know nothing
 * of diffs; bad ones say how the refusal is named.
 */
export const FILES: Readonly<Record<string, string>> = {
  'src/schedule.ts': '/** Days between rebalances. */\nexport const REBALANCE_EVERY_DAYS = 1;\n\nexport function isRebalanceDay(dayIndex: number): boolean {\n  return dayIndex % REBALANCE_EVERY_DAYS === 0;\n}\n',
  'src/risk.ts': 'export function capLong(weight: number): number {\n  if (weight < 0) {\n    return 0;\n  }\n  return Math.min(weight, 0.3);\n}\n\nexport function capShort(weight: number): number {\n  if (weight < 0) {\n    return 0;\n  }\n  return Math.min(weight, 0.2);\n}\n',
  'src/rank.ts': '// größte zuerst\nexport const rank = (xs: number[]): number[] =>\n\t[...xs].sort((a, b) => b - a);',
  'tests/a.test.ts': 'expect(1).toBe(1);\n',
};

type Change = readonly [path: string, from: string, to: string];
export interface Good {
  readonly name: string;
  readonly reply: string;
  /** Replacements in order; `from` stands exactly once in its file, '' writes a new one. */
  readonly changes: readonly Change[];
}
export interface Bad {
  readonly name: string;
  readonly reply: string;
  readonly code: string;
  /** Words that the reason must hold. */
  readonly says: RegExp;
}

const S = 'src/schedule.ts';
const R = 'src/risk.ts';
const K = 'src/rank.ts';
const git = (path: string, body: string): string => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${body}`;
const plain = (path: string, body: string): string => `--- a/${path}\n+++ b/${path}\n${body}`;
const FIVE = ' /** Days between rebalances. */\n-export const REBALANCE_EVERY_DAYS = 1;\n+export const REBALANCE_EVERY_DAYS = 5;\n \n';
const TO_FIVE: Change = [S, 'DAYS = 1;', 'DAYS = 5;'];
const SHORT = '-  return Math.min(weight, 0.2);\n+  return Math.min(weight, 0.1);\n';
const TO_SHORT: Change = [R, '0.2', '0.1'];
const good = (name: string, reply: string, ...changes: Change[]): Good => ({ name, reply, changes });

export const GOOD: readonly Good[] = [
  good('as git writes it', git(S, `@@ -1,3 +1,3 @@\n${FIVE}`), TO_FIVE),
  good('with an index line', git(S, `@@ -1,3 +1,3 @@\n${FIVE}`).replace('\n---', '\nindex 1a2b3c4..5d6e7f8 100644\n---'), TO_FIVE),
  good('without git header', plain(S, `@@ -1,3 +1,3 @@\n${FIVE}`), TO_FIVE),
  good('counts too large', git(S, `@@ -1,30 +1,40 @@\n${FIVE}`), TO_FIVE),
  good('counts too small', git(S, `@@ -1,1 +1,1 @@\n${FIVE}`), TO_FIVE),
  good('counts of zero', git(S, `@@ -1,0 +1,0 @@\n${FIVE}`), TO_FIVE),
  good('no counts', git(S, `@@ -1 +1 @@\n${FIVE}`), TO_FIVE),
  good('start line far off, text unique', git(S, `@@ -400,3 +400,3 @@\n${FIVE}`), TO_FIVE),
  good('section name after the header', git(S, `@@ -1,3 +1,3 @@ export function x() {\n${FIVE}`), TO_FIVE),
  good('prose before', `I will slow it down.\n\n${git(S, `@@ -1,3 +1,3 @@\n${FIVE}`)}`, TO_FIVE),
  good('diff fence and prose around', `Here:\n\`\`\`diff\n${git(S, `@@ -1,3 +1,3 @@\n${FIVE}`)}\`\`\`\nThat is all.`, TO_FIVE),
  good('patch fence', `\`\`\`patch\n${plain(S, `@@ -1,3 +1,3 @@\n${FIVE}`)}\`\`\``, TO_FIVE),
  good('fence without a language', `\`\`\`\n${plain(S, `@@ -1,3 +1,3 @@\n${FIVE}`)}\`\`\`\n`, TO_FIVE),
  good('CRLF throughout', git(S, `@@ -1,3 +1,3 @@\n${FIVE}`).replaceAll('\n', '\r\n'), TO_FIVE),
  good('blank lines at the end', `${git(S, `@@ -1,3 +1,3 @@\n${FIVE}`)}\n\n\n`, TO_FIVE),
  good('no line end at the end', git(S, '@@ -2 +2 @@\n-export const REBALANCE_EVERY_DAYS = 1;\n+export const REBALANCE_EVERY_DAYS = 5;'), TO_FIVE),
  good('blank context line without its space', git(S, `@@ -1,4 +1,4 @@\n${FIVE.replace(' \n', '\n')} export function isRebalanceDay(dayIndex: number): boolean {\n`), TO_FIVE),
  good('no context at all, text unique', git(S, '@@ -2 +2 @@\n-export const REBALANCE_EVERY_DAYS = 1;\n+export const REBALANCE_EVERY_DAYS = 5;\n'), TO_FIVE),
  good('insertion at the top', git(S, '@@ -1 +1,2 @@\n+// slow\n /** Days between rebalances. */\n'), [S, '/** Days', '// slow\n/** Days']),
  good('insertion at the end', git(S, '@@ -6 +6,2 @@\n   return dayIndex % REBALANCE_EVERY_DAYS === 0;\n }\n+// end\n'), [S, '=== 0;\n}\n', '=== 0;\n}\n// end\n']),
  good('deletion only', git(S, '@@ -1,2 +1 @@\n-/** Days between rebalances. */\n export const REBALANCE_EVERY_DAYS = 1;\n'), [S, '/** Days between rebalances. */\n', '']),
  good('two hunks', git(S, `@@ -1,3 +1,3 @@\n${FIVE}@@ -5 +5 @@\n-  return dayIndex % REBALANCE_EVERY_DAYS === 0;\n+  return dayIndex % REBALANCE_EVERY_DAYS === 1;\n`), TO_FIVE, [S, '=== 0', '=== 1']),
  good('two files', git(S, `@@ -1,3 +1,3 @@\n${FIVE}`) + git(R, `@@ -12 +12 @@\n${SHORT}`), TO_FIVE, TO_SHORT),
  good('two files without git headers', plain(S, `@@ -1,3 +1,3 @@\n${FIVE}`) + plain(R, `@@ -12 +12 @@\n${SHORT}`), TO_FIVE, TO_SHORT),
  good('the second of two like places, named by its line', git(R, '@@ -9,3 +9,3 @@\n   if (weight < 0) {\n-    return 0;\n+    return 1e-9;\n   }\n'), [R, 'capShort(weight: number): number {\n  if (weight < 0) {\n    return 0;', 'capShort(weight: number): number {\n  if (weight < 0) {\n    return 1e-9;']),
  good('the second of two like places, named by its context', git(R, '@@ -1,4 +1,4 @@\n export function capShort(weight: number): number {\n   if (weight < 0) {\n-    return 0;\n+    return 1e-9;\n   }\n'), [R, 'capShort(weight: number): number {\n  if (weight < 0) {\n    return 0;', 'capShort(weight: number): number {\n  if (weight < 0) {\n    return 1e-9;']),
  good('tabs, letters beyond ASCII, no newline at the end on both sides', git(K, '@@ -1,3 +1,3 @@\n // größte zuerst\n export const rank = (xs: number[]): number[] =>\n-\t[...xs].sort((a, b) => b - a);\n\\ No newline at end of file\n+\t[...xs].sort((a, b) => a - b);\n\\ No newline at end of file\n'), [K, 'b - a', 'a - b']),
  good('a newline at the end is added', git(K, '@@ -3 +3 @@\n-\t[...xs].sort((a, b) => b - a);\n\\ No newline at end of file\n+\t[...xs].sort((a, b) => b - a);\n'), [K, 'b - a);', 'b - a);\n']),
  good('a removed line that looks like a header', git('src/notes.ts', '@@ -0,0 +1,2 @@\n+-- a/src/risk.ts\n+++ b/src/risk.ts\n').replace('--- a/src/notes.ts', '--- /dev/null').replace('\n---', '\nnew file mode 100644\n---'), ['src/notes.ts', '', '-- a/src/risk.ts\n++ b/src/risk.ts\n']),
  good('a new file', '--- /dev/null\n+++ b/src/helper.ts\n@@ -0,0 +1 @@\n+export const half = (x: number): number => x / 2;\n', ['src/helper.ts', '', 'export const half = (x: number): number => x / 2;\n']),
];

const bad = (name: string, reply: string, code: string, says: RegExp): Bad => ({ name, reply, code, says });
const MISMATCH = 'DIFF_CONTEXT_MISMATCH';
const MALFORMED = 'DIFF_MALFORMED';
const SHAPE = 'DIFF_FORBIDDEN_SHAPE';

export const BAD: readonly Bad[] = [
  bad('prose only', 'Set the constant to 5.', MALFORMED, /No unified diff found/),
  bad('empty', '', MALFORMED, /No unified diff found/),
  bad('stale base', git(S, '@@ -2 +2 @@\n-export const REBALANCE_EVERY_DAYS = 3;\n+export const REBALANCE_EVERY_DAYS = 5;\n'), MISMATCH, /line 2 differs/),
  bad('invented context', git(S, `@@ -1,3 +1,3 @@\n import x from './x';\n${FIVE}`), MISMATCH, /Hunk 1 .* does not match/),
  bad('a context line left out', git(R, '@@ -1,3 +1,3 @@\n export function capLong(weight: number): number {\n-    return 0;\n+    return 1;\n'), MISMATCH, /line 2 differs/),
  bad('other indentation', git(S, '@@ -5 +5 @@\n-    return dayIndex % REBALANCE_EVERY_DAYS === 0;\n+    return false;\n'), MISMATCH, /does not match/),
  bad('a trailing space in the context', git(S, '@@ -2 +2 @@\n-export const REBALANCE_EVERY_DAYS = 1; \n+export const REBALANCE_EVERY_DAYS = 5;\n'), MISMATCH, /line 2 differs/),
  bad('two like places and no line that names one', git(R, '@@ -5,3 +5,3 @@\n   if (weight < 0) {\n-    return 0;\n+    return 1;\n   }\n'), MISMATCH, /fits at 2 places \(lines 2, 9\)/),
  bad('hunks out of order', git(S, `@@ -5 +5 @@\n-  return dayIndex % REBALANCE_EVERY_DAYS === 0;\n+  return false;\n@@ -1,3 +1,3 @@\n${FIVE}`), MISMATCH, /must be in order/),
  bad('overlapping hunks', git(S, `@@ -1,3 +1,3 @@\n${FIVE}@@ -2 +2 @@\n-export const REBALANCE_EVERY_DAYS = 1;\n+export const REBALANCE_EVERY_DAYS = 7;\n`), MISMATCH, /not overlap/),
  bad('insertion without context', git(S, '@@ -3,0 +4 @@\n+const x = 1;\n'), MISMATCH, /no context line/),
  bad('the second file does not match: none is changed', git(S, `@@ -1,3 +1,3 @@\n${FIVE}`) + git(R, '@@ -1 +1 @@\n-nothing like it\n+x\n'), MISMATCH, /src\/risk\.ts/),
  bad('cut off in mid-line', git(S, '@@ -1,3 +1,3 @@\n /** Days between rebalances. */\n-export const REBALANCE_EVE'), MISMATCH, /line 2 differs/),
  bad('cut off after the header', `diff --git a/${S} b/${S}\n--- a/${S}\n+++ b/${S}\n`, MALFORMED, /no hunk/),
  bad('an ellipsis for what stays', git(S, '@@ -1,5 +1,5 @@\n /** Days between rebalances. */\n...\n-  return dayIndex % REBALANCE_EVERY_DAYS === 0;\n+  return false;\n'), MALFORMED, /starts with neither/),
  bad('a hunk header of words', git(S, `@@ constant @@\n${FIVE}`), MALFORMED, /expected "@@/),
  bad('bare @@', git(S, `@@\n${FIVE}`), MALFORMED, /expected "@@/),
  bad('the same file twice', git(S, `@@ -1,3 +1,3 @@\n${FIVE}`) + git(S, '@@ -6 +6 @@\n-}\n+};\n'), MALFORMED, /appears twice/),
  bad('nothing changes', git(S, '@@ -2 +2 @@\n-export const REBALANCE_EVERY_DAYS = 1;\n+export const REBALANCE_EVERY_DAYS = 1;\n'), 'DIFF_NO_CHANGE', /./),
  bad('context only', git(S, '@@ -2 +2 @@\n export const REBALANCE_EVERY_DAYS = 1;\n'), 'DIFF_NO_CHANGE', /changes nothing/),
  bad('a file that is not there', git('src/timing.ts', '@@ -1 +1 @@\n-a\n+b\n'), 'DIFF_STALE_BASE', /src\/timing\.ts/),
  bad('a new file that is there', `--- /dev/null\n+++ b/${S}\n@@ -0,0 +1 @@\n+x\n`, 'DIFF_STALE_BASE', /src\/schedule\.ts/),
  bad('a rename', `diff --git a/${S} b/src/t.ts\nsimilarity index 90%\nrename from ${S}\nrename to src/t.ts\n`, SHAPE, /[Rr]ename/),
  bad('a way out of the package', '--- a/../other/src/a.ts\n+++ b/../other/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n', SHAPE, /\.\./),
  bad('an absolute path', '--- /dev/null\n+++ /etc/passwd\n@@ -0,0 +1 @@\n+x\n', SHAPE, /./),
  bad('a symbolic link', `diff --git a/src/l b/src/l\nnew file mode 120000\n--- /dev/null\n+++ b/src/l\n@@ -0,0 +1 @@\n+../tests\n`, SHAPE, /Symbolic links/),
  bad('headers that disagree', `diff --git a/${S} b/${S}\n--- a/tests/a.test.ts\n+++ b/tests/a.test.ts\n@@ -1 +1 @@\n-expect(1).toBe(1);\n+x\n`, SHAPE, /disagree/),
  bad('mixed line ends', git(S, '@@ -2 +2 @@\n-export const REBALANCE_EVERY_DAYS = 1;\r\n+export const REBALANCE_EVERY_DAYS = 5;\n'), SHAPE, /mixes LF and CRLF/),
  bad('text that reads otherwise than it runs', git(S, '@@ -2 +2 @@\n-export const REBALANCE_EVERY_DAYS = 1;\n+export const REBALANCE_EVERY_DAYS = 5; // \u202e1 =\n'), SHAPE, /bidirectional/),
  bad('search and replace blocks', '<<<<<<< SEARCH\nDAYS = 1;\n=======\nDAYS = 5;\n>>>>>>> REPLACE\n', MALFORMED, /No unified diff found/),
];
