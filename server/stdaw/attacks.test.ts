import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { makePackage } from '@/server/strategy/make-package';
import type { StrategyPackage } from '@/server/strategy/types';
import { type Attack, CANARY } from './attacks/attack';
import { ADAPTIVE_COVERAGE } from './attacks/adaptive-coverage';
import { ADAPTIVE_HARM } from './attacks/adaptive-harm';
import { ADAPTIVE_REACH } from './attacks/adaptive-reach';
import { ADAPTIVE_STATE } from './attacks/adaptive-state';
import { DO_HARM } from './attacks/do-harm';
import { fixtureFiles, fixturePackage, HONEST_SIZING } from './attacks/fixture';
import { FORGE_COVERAGE } from './attacks/forge-coverage';
import { FORGE_VERDICT } from './attacks/forge-verdict';
import { KEEP_STATE } from './attacks/keep-state';
import { KNOW_THE_ANSWERS } from './attacks/know-the-answers';
import { makeUnifiedDiff } from './diff/make-unified-diff';
import { verifyPackage } from './verify-package';

const SECRET = 'oomrl-attack-secret-4711';
const constraints = { ...autopsySchema.shape.constraints.parse(undefined), max_ast_edits: 500 };
const verify = (basePackage: StrategyPackage, diff: string | null) => verifyPackage({ basePackage, diff, phase: 'logic_genesis', constraints, acceptance: {}, seed: 20 });

let server: Server;
let connections = 0;
beforeAll(async () => {
  process.env.OOMRL_ATTACK_SECRET = SECRET;
  rmSync(CANARY, { force: true });
  server = createServer(() => connections++).listen(0, '127.0.0.1');
  await requireSandbox();
});
afterAll(() => {
  delete process.env.OOMRL_ATTACK_SECRET;
  server.close();
});

const families: [string, readonly Attack[]][] = [['forged verdicts', FORGE_VERDICT], ['forged coverage', FORGE_COVERAGE], ['hidden state', KEEP_STATE], ['harm', DO_HARM], ['known answers', KNOW_THE_ANSWERS], ['forged coverage, adaptive', ADAPTIVE_COVERAGE], ['hidden state, adaptive', ADAPTIVE_STATE], ['reach, adaptive', ADAPTIVE_REACH], ['harm, adaptive', ADAPTIVE_HARM]];

describe.each(families)('%s', (_family, attacks) => {
  it.each(attacks.map((a) => [a.name, a] as const))('%s', { timeout: 60_000 }, async (_name, attack) => {
    const held = { hidden: attack.code === 'HIDDEN_FAIL' };
    const { verdict } = await verify(fixturePackage(HONEST_SIZING, held), makeUnifiedDiff(fixtureFiles(HONEST_SIZING), fixtureFiles(attack.sizing)));
    expect({ gate: verdict.gradient?.gate, code: verdict.gradient?.code, message: verdict.gradient?.message.slice(0, 200) }).toMatchObject({ gate: attack.gate, code: attack.orCodes?.find((c) => c === verdict.gradient?.code) ?? attack.code });
    expect(verdict.status).toBe('fail');
    if (attack.rule) expect(verdict.gradient!.patterns.map((p) => p.rule)).toContain(attack.rule);
    expect(JSON.stringify(verdict)).not.toContain(SECRET);
  });
});

it('nothing was left on the host, and nothing called home', () => {
  expect(existsSync(CANARY)).toBe(false);
  expect(connections).toBe(0);
});

it('orders in an error message reach the gradient as data that is not trusted', async () => {
  const attack = DO_HARM.find((a) => a.name.includes('orders'))!;
  const { verdict } = await verify(fixturePackage(attack.sizing), null);
  expect(verdict.gradient).toMatchObject({ untrusted: true });
});

/** The shared attacks replace src/size.ts of their own fixture; their tests import another kit. */
const SHARED = process.env.OOMRL_SHARED ?? path.resolve(process.cwd(), '../shared');
const FIXTURE = path.join(SHARED, 'spikes/stdaw/fx/ts_small');
const present = existsSync(path.join(SHARED, 'attacks/ts')) && existsSync(FIXTURE);
const note = present ? '' : ` (skipped: no attacks under ${SHARED}; set OOMRL_SHARED)`;
/** Sound on every visible test: held-out tests exist for these. */
const HELD_OUT = new Set(['A2b_hardcode_branchless.ts', 'A8_sentinel_backdoor.ts']);

function sharedPackage(size?: string): StrategyPackage {
  const read = (dir: string) => readdirSync(path.join(FIXTURE, dir)).map((name) => ({ path: `${dir}/${name}`, text: readFileSync(path.join(FIXTURE, dir, name), 'utf8').replace("'../kit.ts'", "'@oomrl/kit'") }));
  const files = [...read('src'), ...read('tests')].map((f) => (f.path === 'src/size.ts' && size !== undefined ? { ...f, text: size } : f));
  const hidden = "import { test, assert } from '@oomrl/kit';\nimport { positionSize, clampToVolume } from '../../src/index.ts';\ntest('scales', () => { assert.strictEqual(positionSize(20000000, 33, 0.02), 303000); assert.strictEqual(positionSize(75000, 7, 0.05), 2100); });\ntest('clamps whole shares', () => { assert.strictEqual(clampToVolume(5000, 10005, 0.1), 1000); });\n";
  return makePackage([...files, { path: 'tests/hidden/size.test.ts', text: hidden }, { path: 'strategy.json', text: JSON.stringify({ name: 'ts-small', language: 'typescript', entry: 'src/index.ts', contract: 1, universe: 'all', benchmark: null, parameters: {} }) }]);
}

describe('the shared attacks', () => {
  const list = (dir: string): [string, string][] => (present ? readdirSync(path.join(SHARED, dir)).filter((n) => n.endsWith('.ts')).map((n) => [n, path.join(SHARED, dir, n)]) : []);
  it.skipIf(!present)(`their fixture passes${note}`, async () => {
    const { verdict } = await verify(sharedPackage(), null);
    expect([verdict.status, verdict.gradient]).toEqual(['pass', null]);
  });
  it.skipIf(!present)(`none passes${note}`, { timeout: 120_000 }, async () => {
    const passed: string[] = [];
    const codes: Record<string, string> = {};
    for (const [name, file] of [...list('attacks/ts'), ...list('attacks/ts_adaptive')]) {
      const { verdict } = await verify(sharedPackage(readFileSync(file, 'utf8')), null);
      if (verdict.status !== 'fail') passed.push(name);
      codes[name] = verdict.gradient?.code ?? 'PASS';
    }
    expect(passed).toEqual([]);
    const bombs = ['A11_huge_string_repeat.ts'];
    for (const name of bombs) if (['TEST_FAILED', 'TIMEOUT', 'SUBJECT_DIED'].includes(codes[name]!)) delete codes[name];
    const others = Object.entries(codes).filter(([, code]) => code !== 'EVASION_PATTERN').sort();
    expect(Object.fromEntries(others)).toEqual({ 'A2b_hardcode_branchless.ts': 'HIDDEN_FAIL', 'A8_sentinel_backdoor.ts': 'HIDDEN_FAIL', '43_inf_loop_call.ts': 'TIMEOUT' });
    expect([...HELD_OUT].every((name) => codes[name] === 'HIDDEN_FAIL')).toBe(true);
  });
});
