import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { makePackage } from '@/server/strategy/make-package';
import type { StrategyPackage } from '@/server/strategy/types';
import { CANARY } from './attacks/attack';
import { ADAPTIVE_ANSWERS_PY, ADAPTIVE_COVERAGE_PY, ADAPTIVE_STATE_PY } from './attacks/python/adaptive';
import { DO_HARM_PY, FORGE_COVERAGE_PY, FORGE_VERDICT_PY, KEEP_STATE_PY, KNOW_THE_ANSWERS_PY, SAME_VALUE_PY } from './attacks/python/attacks';
import { HONEST_SIZING_PY, pythonFixture, pythonFixtureFiles } from './attacks/python/fixture';
import { makeUnifiedDiff } from './diff/make-unified-diff';
import { runFixture } from './runner/run-fixture';
import { verifyPackage } from './verify-package';

const SECRET = 'oomrl-attack-secret-4712';
const constraints = { ...autopsySchema.shape.constraints.parse(undefined), max_ast_edits: 500 };
const verify = (basePackage: StrategyPackage, diff: string | null) => verifyPackage({ basePackage, diff, phase: 'logic_genesis', constraints, acceptance: {}, seed: 20 });

beforeAll(async () => {
  process.env.OOMRL_ATTACK_SECRET = SECRET;
  rmSync(CANARY, { force: true });
  await requireSandbox();
});
afterAll(() => {
  delete process.env.OOMRL_ATTACK_SECRET;
});

describe.each([['forged verdicts', FORGE_VERDICT_PY], ['forged coverage', FORGE_COVERAGE_PY], ['the same value', SAME_VALUE_PY], ['hidden state', KEEP_STATE_PY], ['harm', DO_HARM_PY], ['known answers', KNOW_THE_ANSWERS_PY], ['hidden state, adaptive', ADAPTIVE_STATE_PY], ['known answers, adaptive', ADAPTIVE_ANSWERS_PY], ['forged coverage, adaptive', ADAPTIVE_COVERAGE_PY]] as const)('%s', (_family, attacks) => {
  it.each(attacks.map((a) => [a.name, a] as const))('%s', { timeout: 60_000 }, async (_name, attack) => {
    const held = { hidden: attack.code === 'HIDDEN_FAIL' };
    const before = pythonFixtureFiles(HONEST_SIZING_PY, held);
    const { verdict } = await verify(makePackage(before), makeUnifiedDiff(before, pythonFixtureFiles(attack.sizing, held)));
    expect({ gate: verdict.gradient?.gate, code: verdict.gradient?.code, message: verdict.gradient?.message.slice(0, 300) }).toMatchObject({ gate: attack.gate, code: attack.orCodes?.find((c) => c === verdict.gradient?.code) ?? attack.code });
    expect(verdict.status).toBe('fail');
    if (attack.rule) expect(verdict.gradient!.patterns.map((p) => p.rule)).toContain(attack.rule);
    expect(JSON.stringify(verdict)).not.toContain(SECRET);
  });
});

it('without the sanitizer no forged verdict passes either: the split holds by itself', { timeout: 120_000 }, async () => {
  const passed: string[] = [];
  for (const attack of FORGE_VERDICT_PY) {
    const pkg = pythonFixture(attack.sizing);
    const { verdict } = await runFixture(pkg.sources, [...pkg.tests, ...pkg.baseline], { testTimeoutMs: 1500 });
    if (verdict.status === 'pass') passed.push(attack.name);
  }
  expect(passed).toEqual([]);
});

it('nothing was left on the host', () => {
  expect(existsSync(CANARY)).toBe(false);
});

/** The shared attacks replace src/strategy/size.py of their own fixture, some bring further files. */
const SHARED = process.env.OOMRL_SHARED ?? path.resolve(process.cwd(), '../shared');
const FIXTURE = path.join(SHARED, 'spikes/stdaw/fx/py_small');
const ATTACKS = path.join(SHARED, 'attacks/py');
const present = existsSync(ATTACKS) && existsSync(FIXTURE);
const note = present ? '' : ` (skipped: no attacks under ${SHARED}; set OOMRL_SHARED)`;

function sharedPackage(size?: string, extra: Record<string, string> = {}): StrategyPackage {
  const read = (dir: string) => readdirSync(path.join(FIXTURE, dir)).filter((n) => n.endsWith('.py')).map((name) => ({ path: `${dir}/${name}`, text: readFileSync(path.join(FIXTURE, dir, name), 'utf8') }));
  const files = [...read('src/strategy'), ...read('tests')].map((f) => (f.path === 'src/strategy/size.py' && size !== undefined ? { ...f, text: size } : f));
  const manifest = { name: 'py-small', language: 'python', entry: 'src/strategy/__init__.py', contract: 1, universe: 'all', benchmark: null, parameters: {} };
  return makePackage([...files, ...Object.entries(extra).map(([p, text]) => ({ path: p, text })), { path: 'strategy.json', text: JSON.stringify(manifest) }]);
}

describe('the shared attacks', () => {
  it.skipIf(!present)(`their fixture passes${note}`, async () => {
    const { verdict } = await verify(sharedPackage(), null);
    expect([verdict.status, verdict.gradient]).toEqual(['pass', null]);
  });

  it.skipIf(!present)(`none passes, each for its reason${note}`, { timeout: 180_000 }, async () => {
    const codes: Record<string, string> = {};
    const split: string[] = [];
    for (const name of readdirSync(ATTACKS).filter((n) => n.endsWith('.py'))) {
      const beside = path.join(ATTACKS, name.replace('.py', '.files.json'));
      const pkg = sharedPackage(readFileSync(path.join(ATTACKS, name), 'utf8'), existsSync(beside) ? (JSON.parse(readFileSync(beside, 'utf8')) as Record<string, string>) : {});
      const { verdict } = await verify(pkg, null);
      codes[name] = verdict.status === 'fail' ? verdict.gradient!.code : verdict.status;
      const { verdict: bare } = await runFixture(pkg.sources, pkg.tests, { testTimeoutMs: 1500 });
      if (bare.status === 'pass') split.push(name);
    }
    // Its files stand outside the package and are never read: what remains is code without tests.
    expect(Object.entries(codes).filter(([, code]) => code !== 'EVASION_PATTERN')).toEqual([['24_coveragerc.py', 'COVERAGE_LOW']]);
    // Beyond what the split alone can see: answers known from the tests, code that only rides along.
    expect(split.sort()).toEqual(['17_hardcode.py', '28_piggyback.py']);
  });
});
