import { beforeAll, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { makePackage } from '@/server/strategy/make-package';
import { fixtureFiles, HONEST_SIZING } from '../attacks/fixture';
import { HONEST_SIZING_PY, pythonFixtureFiles } from '../attacks/python/fixture';
import { makeUnifiedDiff } from '../diff/make-unified-diff';
import { verifyPackage } from '../verify-package';

const constraints = autopsySchema.shape.constraints.parse(undefined);
const PY = pythonFixtureFiles(HONEST_SIZING_PY);
const TS = fixtureFiles(HONEST_SIZING);
const RANKING_PY = PY.find((f) => f.path === 'src/ranking.py')!.text;
const RANKING = TS.find((f) => f.path === 'src/ranking.ts')!.text;

/** The verdict on a proposal that gives these files another text. */
async function verify(base: typeof PY, changed: Record<string, string>) {
  const after = [...base.filter((f) => !(f.path in changed)), ...Object.entries(changed).map(([path, text]) => ({ path, text }))];
  const { verdict } = await verifyPackage({ basePackage: makePackage(base), diff: makeUnifiedDiff(base, after), phase: 'logic_genesis', constraints, acceptance: {}, seed: 7 });
  return { status: verdict.status, gate: verdict.gradient?.gate, code: verdict.gradient?.code, rules: verdict.gradient?.patterns.map((p) => p.rule) ?? [] };
}

beforeAll(() => requireSandbox());

const BETTER = 'def better(scores):\n    """Positions."""\n    return sorted(range(len(scores)), key=lambda i: (-scores[i], i))\n';
const NAMED = BETTER.replace('better', 'rank_descending');

it.each<[string, Record<string, string>]>([
  ['a second definition', { 'src/ranking.py': `${RANKING_PY}\n\n${NAMED}` }],
  ['an assignment', { 'src/ranking.py': `${RANKING_PY}\n\n${BETTER}\n\nrank_descending = better\n` }],
  ['a class', { 'src/ranking.py': `${RANKING_PY}\n\nclass rank_descending:\n    """Takes the name."""\n` }],
  ['an import', { 'src/other.py': BETTER, 'src/ranking.py': `${RANKING_PY}\n\nfrom .other import better as rank_descending\n` }],
])('a protected function keeps its name in Python: %s does not take it', async (_name, changed) => {
  expect(await verify(PY, changed)).toMatchObject({ status: 'fail', gate: 'scope', code: 'FROZEN_SYMBOL_CHANGED' });
});

it('a second function of another name beside a protected one is fine', async () => {
  expect(await verify(PY, { 'src/ranking.py': `${RANKING_PY}\n\n${BETTER}` })).not.toMatchObject({ gate: 'scope' });
});

it.each<[string, Record<string, string>]>([
  ['a folder in the place of a protected file', { 'src/ranking/__init__.py': NAMED }],
  ['a name with a dot', { 'src/ranking.new.py': NAMED }],
  ['a module of the language', { 'src/math.py': 'def floor(x):\n    """Half."""\n    return int(x // 2)\n' }],
  ['a package of the language', { 'src/numpy/__init__.py': 'pi = 3\n' }],
])('a module of a Python package has one file and a name of its own: %s', async (_name, changed) => {
  const verdict = await verify(PY, changed);
  expect(verdict).toMatchObject({ status: 'fail', gate: 'sanitizer' });
  expect(verdict.rules).toContain('module-name');
});

it('a protected function keeps its name in TypeScript', async () => {
  const other = 'const other = (scores: readonly number[]): number[] => rankDescending(scores).slice();\nexport { other as rankDescending };\n';
  expect(await verify(TS, { 'src/ranking.ts': RANKING.replace('export function', 'function') + other })).toMatchObject({ status: 'fail', gate: 'scope', code: 'FROZEN_SYMBOL_CHANGED' });
});

it.each(['src/node_modules/a/index.ts', 'src/a.d.ts', 'src/a.js', 'src/package.json', 'src/a.mts'])('%s is no module of a package', async (path) => {
  expect(await verify(TS, { [path]: 'export const a = 1;\n' })).toMatchObject({ status: 'fail', gate: 'scope', code: 'PATH_NOT_ALLOWED' });
});

it('one long expression counts as the many edits it is', async () => {
  const terms = Array.from({ length: 60 }, (_, i) => `price * ${i % 9} - price * ${i % 9}`).join(',\n    ');
  const sizing = HONEST_SIZING.replace('return Math.floor(budget / price / LOT) * LOT;', `return [\n    Math.floor(budget / price / LOT) * LOT,\n    ${terms},\n  ].reduce((a, b) => a + b);`);
  const { verdict } = await verifyPackage({ basePackage: makePackage(TS), diff: makeUnifiedDiff(TS, fixtureFiles(sizing)), phase: 'logic_genesis', constraints: { ...constraints, max_ast_edits: 5 }, acceptance: {}, seed: 7 });
  expect(verdict.gradient).toMatchObject({ gate: 'scope', code: 'AST_BUDGET_EXCEEDED' });
});
