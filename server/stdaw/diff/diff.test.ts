import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tryApplyDiff } from './apply-diff';
import { makeUnifiedDiff } from './make-unified-diff';
import type { TextFile } from './types';

const base: TextFile[] = [
  { path: 'src/a.ts', text: 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n' },
  { path: 'src/twice.ts', text: 'x\n}\ny\n}\nz\n' },
  { path: 'tests/a.test.ts', text: 'test\n' },
];
const textOf = (files: readonly TextFile[], path: string) => files.find((f) => f.path === path)?.text;
const refusal = (diff: string | Uint8Array) => {
  const applied = tryApplyDiff(base, diff);
  if (applied.ok) throw new Error('was applied');
  return applied.rejection;
};
const edit = (body: string, path = 'src/a.ts') => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${body}`;

describe('property', () => {
  const line = fc.oneof(fc.constantFrom('', '}', 'a', 'b', '-- x', '++ y', '@@ -1 +1 @@', 'diff --git a/q b/q', '\\ No newline', '--- a/src/a.ts', ' '), fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'é', ' ', '+', '-', '1') }));
  const text = fc.tuple(fc.array(line, { maxLength: 25 }), fc.boolean()).map(([lines, end]) => lines.join('\n') + (end ? '\n' : ''));

  it('applying the diff of two versions to the first gives the second', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 4 }), (a, b, context) => {
        const before = [{ path: 'src/x.ts', text: a }, { path: 'src/y.ts', text: 'same\n' }];
        const after = [{ path: 'src/x.ts', text: b }, { path: 'src/y.ts', text: 'same\n' }];
        const diff = makeUnifiedDiff(before, after, Math.max(context, 1));
        if (a === b) return diff === '';
        const applied = tryApplyDiff(before, diff);
        return applied.ok && textOf(applied.files, 'src/x.ts') === b;
      }),
      { numRuns: 1500 },
    );
  });

  it('files that come and go', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const before = [{ path: 'src/old.ts', text: a }];
        const after = [{ path: 'src/new.ts', text: b }];
        const applied = tryApplyDiff(before, makeUnifiedDiff(before, after));
        return applied.ok && JSON.stringify(applied.files) === JSON.stringify(after);
      }),
    );
  });

  it('on a changed base it applies where the text stands or not at all', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, other) => {
        const applied = tryApplyDiff([{ path: 'src/x.ts', text: other }], makeUnifiedDiff([{ path: 'src/x.ts', text: a }], [{ path: 'src/x.ts', text: b }]) || '--- ');
        if (!applied.ok) return true;
        // Undoing what was applied must give the base back: nothing outside the hunks was touched.
        const back = tryApplyDiff(applied.files, makeUnifiedDiff(applied.files, [{ path: 'src/x.ts', text: other }]));
        return back.ok && textOf(back.files, 'src/x.ts') === other;
      }),
    );
  });
});

describe('placing', () => {
  it('ignores the counts of the header', () => {
    const applied = tryApplyDiff(base, edit('@@ -1,99 +7,1 @@\n two\n-three\n+THREE\n four\n'));
    expect(applied.ok && textOf(applied.files, 'src/a.ts')).toBe('one\ntwo\nTHREE\nfour\nfive\nsix\nseven\n');
  });
  it('reads a diff out of prose and a fence, CRLF throughout', () => {
    const applied = tryApplyDiff(base, `Here it is:\r\n\r\n\`\`\`diff\r\n${edit('@@ -2 +2 @@\n-two\n+TWO\n').replaceAll('\n', '\r\n')}\`\`\`\r\nDone.\r\n`);
    expect(applied.ok && textOf(applied.files, 'src/a.ts')).toMatch(/^one\nTWO\n/);
  });
  it('takes a diff without git headers', () => {
    const applied = tryApplyDiff(base, '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-one\n+ONE\n--- a/src/twice.ts\n+++ b/src/twice.ts\n@@ -1 +1 @@\n-x\n+X\n');
    expect(applied.ok && applied.changed.length).toBe(2);
  });
  it('an ambiguous place is refused unless the header names it', () => {
    expect(refusal(edit('@@ -3 +3 @@\n-}\n+};\n', 'src/twice.ts'))).toMatchObject({ code: 'DIFF_CONTEXT_MISMATCH', hunk: 1 });
    const applied = tryApplyDiff(base, edit('@@ -4 +4 @@\n-}\n+};\n', 'src/twice.ts'));
    expect(applied.ok && textOf(applied.files, 'src/twice.ts')).toBe('x\n}\ny\n};\nz\n');
  });
  it('names the first line that differs and what stands there', () => {
    expect(refusal(edit('@@ -2,3 +2,3 @@\n two\n three\n-fuor\n+FOUR\n'))).toMatchObject({ code: 'DIFF_CONTEXT_MISMATCH', path: 'src/a.ts', hunk: 1, firstDivergence: { expected: 'fuor', actual: 'four', line: 4 } });
  });
  it('is all or nothing', () => {
    const before = JSON.stringify(base);
    expect(refusal(`${edit('@@ -1 +1 @@\n-one\n+ONE\n')}${edit('@@ -1 +1 @@\n-nope\n+NOPE\n', 'src/twice.ts')}`).path).toBe('src/twice.ts');
    expect(JSON.stringify(base)).toBe(before);
  });
  it('hunks out of order or overlapping', () => {
    expect(refusal(edit('@@ -6 +6 @@\n-six\n+SIX\n@@ -1 +1 @@\n-one\n+ONE\n')).reason).toMatch(/in order/);
    expect(refusal(edit('@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n@@ -2,2 +2,2 @@\n two\n-three\n+THREE\n')).reason).toMatch(/overlap/);
  });
});

describe('refused shapes', () => {
  const shapes: [string, string | Uint8Array, string][] = [
    ['symbolic link', 'diff --git a/src/l b/src/l\nnew file mode 120000\n--- /dev/null\n+++ b/src/l\n@@ -0,0 +1 @@\n+../tests\n\\ No newline at end of file\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['rename', 'diff --git a/tests/a.test.ts b/src/t.ts\nsimilarity index 100%\nrename from tests/a.test.ts\nrename to src/t.ts\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['rename by headers only', '--- a/src/a.ts\n+++ b/src/b.ts\n@@ -1 +1 @@\n-one\n+ONE\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['copy', 'diff --git a/src/a.ts b/src/c.ts\ncopy from src/a.ts\ncopy to src/c.ts\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['mode', 'diff --git a/src/a.ts b/src/a.ts\nold mode 100644\nnew mode 100755\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['executable', 'diff --git a/src/n.ts b/src/n.ts\nnew file mode 100755\n--- /dev/null\n+++ b/src/n.ts\n@@ -0,0 +1 @@\n+x\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['submodule', 'diff --git a/src/m b/src/m\nnew file mode 160000\n--- /dev/null\n+++ b/src/m\n@@ -0,0 +1 @@\n+Subproject commit 0\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['binary', 'diff --git a/src/a.ts b/src/a.ts\nGIT binary patch\nliteral 1\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['parent path', '--- a/../x.ts\n+++ b/../x.ts\n@@ -1 +1 @@\n-a\n+b\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['absolute path', '--- /dev/null\n+++ /etc/cron\n@@ -0,0 +1 @@\n+b\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['git folder', '--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+b\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['backslash', '--- /dev/null\n+++ b/src\\..\\x.ts\n@@ -0,0 +1 @@\n+b\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['quoted path', '--- /dev/null\n+++ "b/src/\\303\\244.ts"\n@@ -0,0 +1 @@\n+b\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['headers disagree', 'diff --git a/src/a.ts b/src/a.ts\n--- a/tests/a.test.ts\n+++ b/tests/a.test.ts\n@@ -1 +1 @@\n-test\n+x\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['case-only twin', '--- /dev/null\n+++ b/src/A.ts\n@@ -0,0 +1 @@\n+b\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['case-only folder', '--- /dev/null\n+++ b/Src/n.ts\n@@ -0,0 +1 @@\n+b\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['file as folder', '--- /dev/null\n+++ b/src/a.ts/n.ts\n@@ -0,0 +1 @@\n+b\n', 'DIFF_FORBIDDEN_SHAPE'],
    ['mixed line ends', edit('@@ -1 +1 @@\n-one\n+ONE\r\n'), 'DIFF_FORBIDDEN_SHAPE'],
    ['lone CR', edit('@@ -1 +1 @@\n-one\n+ON\rE\n'), 'DIFF_FORBIDDEN_SHAPE'],
    ['NUL', edit('@@ -1 +1 @@\n-one\n+ON\0E\n'), 'DIFF_FORBIDDEN_SHAPE'],
    ['bidi', edit('@@ -1 +1 @@\n-one\n+ON\u202eE\n'), 'DIFF_FORBIDDEN_SHAPE'],
    ['zero width', edit('@@ -1 +1 @@\n-one\n+ON\u200bE\n'), 'DIFF_FORBIDDEN_SHAPE'],
    ['not UTF-8', Buffer.concat([Buffer.from(edit('@@ -1 +1 @@\n-one\n+ON')), Buffer.from([0xff, 0xfe, 10])]), 'DIFF_FORBIDDEN_SHAPE'],
    ['huge', edit(`@@ -1 +1 @@\n-one\n${'+x\n'.repeat(120_000)}`), 'DIFF_TOO_LARGE'],
    ['long line', edit(`@@ -1 +1 @@\n-one\n+${'x'.repeat(5000)}\n`), 'DIFF_TOO_LARGE'],
    ['unknown file', edit('@@ -1 +1 @@\n-one\n+ONE\n', 'src/none.ts'), 'DIFF_STALE_BASE'],
    ['file exists', '--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1 @@\n+b\n', 'DIFF_STALE_BASE'],
    ['no context', edit('@@ -3,0 +4 @@\n+x\n'), 'DIFF_CONTEXT_MISMATCH'],
    ['no change', edit('@@ -1 +1 @@\n-one\n+one\n'), 'DIFF_NO_CHANGE'],
    ['context only', edit('@@ -1 +1 @@\n one\n'), 'DIFF_NO_CHANGE'],
    ['same file twice', edit('@@ -1 +1 @@\n-one\n+ONE\n') + edit('@@ -2 +2 @@\n-two\n+TWO\n'), 'DIFF_MALFORMED'],
    ['prose only', 'I changed the code.', 'DIFF_MALFORMED'],
    ['stray text in a hunk', edit('@@ -1 +1 @@\n-one\n+ONE\nand so on\n'), 'DIFF_MALFORMED'],
    ['bad hunk header', edit('@@ one @@\n-one\n+ONE\n'), 'DIFF_MALFORMED'],
  ];
  it.each(shapes)('%s', (_name, diff, code) => expect(refusal(diff).code).toBe(code));
});
