import { expect, it } from 'vitest';
import { testSandbox } from '@/server/test/test-sandbox';
import { runTool } from './edit-tools';
import { PythonWorkspace } from './python-workspace';
import { BAD_PYTHON, GOOD_PYTHON, PYTHON_FILES, type PythonCase } from './testing/python-corpus';

const selfTest = await testSandbox();
const test = it.skipIf(!selfTest.ok);
const base = Object.entries(PYTHON_FILES).map(([path, text]) => ({ path, text }));
const NO_PATH = new Set(['apply_diff']);

/** One tool call as a model makes it: JSON text in, words out, and the files as they stand afterwards. */
async function call({ path, tool, input }: PythonCase) {
  const workspace = new PythonWorkspace(base);
  const result = await runTool('python', workspace, { id: 'c1', name: tool, input: JSON.stringify({ ...(NO_PATH.has(tool) ? {} : { path }), ...input, why: 'the mandate' }) });
  return { workspace, result, files: Object.fromEntries(workspace.files().map((f) => [f.path, f.text])) };
}

test('holds seventy cases, each with its own name', () => {
  expect(GOOD_PYTHON.length + BAD_PYTHON.length).toBeGreaterThanOrEqual(70);
  expect(new Set([...GOOD_PYTHON, ...BAD_PYTHON].map((c) => c.name)).size).toBe(GOOD_PYTHON.length + BAD_PYTHON.length);
});

test.each(GOOD_PYTHON)('good: $name', async (one) => {
  let wanted = PYTHON_FILES[one.path]!;
  for (const [from, to] of one.changes) {
    expect(wanted.split(from)).toHaveLength(2);
    wanted = wanted.replace(from, () => to);
  }
  const { result, files, workspace } = await call(one);
  expect(result).toMatchObject({ isError: false });
  // Byte-equal in every file, the untouched ones included: nothing landed in a wrong place.
  expect(files).toEqual({ ...PYTHON_FILES, [one.path]: wanted });
  expect(workspace.edits.length).toBeGreaterThan(0);
  expect(workspace.edits.every((e) => e.path === one.path && e.why === 'the mandate')).toBe(true);
});

test.each(BAD_PYTHON)('bad: $name', async (one) => {
  const { result, files, workspace } = await call(one);
  expect(result).toMatchObject({ isError: true });
  expect(result.text).toMatch(one.says);
  expect(files).toEqual(PYTHON_FILES);
  expect(workspace.edits).toEqual([]);
});

test('list and read: signatures, and a symbol with the comment above it', async () => {
  const workspace = new PythonWorkspace(base);
  const listed = await workspace.listSymbols();
  for (const line of ['src/plain.py', '  from .risk import MAX_GROSS, cap_weights', '  HELD_NAMES = 18', '  def equal_weights(order, names, invested=0.96)  # Equal weights.', '  def outer.inner(y)', '  class Book', '  @staticmethod def Book.half(x)', '  Book.cap = 0.1']) expect(listed.split('\n')).toContain(line);
  expect(await workspace.readSymbol('src/plain.py', 'HELD_NAMES')).toBe('# Names held. Höchstens so viele 😀.\nHELD_NAMES = 18  # policy');
  expect(await workspace.readSymbol('src/plain.py', 'Book.half')).toBe('    @staticmethod\n    def half(x):\n        return x / 2');
});
