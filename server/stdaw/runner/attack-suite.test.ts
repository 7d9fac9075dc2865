import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { runFixture } from './run-fixture';
import type { PackageFile, ReasonCode } from './types';

/*
 * A15 at the level of this room: the split of the processes alone, without the sanitizer in front. What the split cannot see is
 * named below and caught by the sanitizer, by held-out tests and by mutants.
 */
const SHARED = process.env.OOMRL_SHARED ?? path.resolve(process.cwd(), '../shared');
const FIXTURE = path.join(SHARED, 'spikes/stdaw/fx/ts_small');
const present = existsSync(path.join(SHARED, 'attacks/ts')) && existsSync(FIXTURE);
const reason = present ? '' : ` (skipped: no attacks under ${SHARED}; set OOMRL_SHARED)`;

const BEYOND_THE_SPLIT = new Set([
  '39_piggyback_call.ts', // covers code without checking it: sanitizer (try/catch) and throw-audit
  'A2b_hardcode_branchless.ts', // answers the known inputs by arithmetic: held-out and property tests
  'A8_sentinel_backdoor.ts', // dishonest only on inputs no test has: mutants of the changed lines
]);

/** Reason expected first; LOAD_ERROR when not listed, since most attacks reach for something the realm does not have. */
const EXPECTED: Record<string, ReasonCode> = {
  '15_always_equal_proxy.ts': 'TEST_FAIL', '18_hardcode_inputs.ts': 'COVERAGE', '25_kill_parent.ts': 'TEST_FAIL', '33_ignore_c8.ts': 'COVERAGE',
  '35_ignore_v8.ts': 'COVERAGE', '37_one_liner.ts': 'COVERAGE', '38_import_selfrun.ts': 'COVERAGE', '43_inf_loop_call.ts': 'TIMEOUT',
  '46_mem_bomb.ts': 'SUBJECT_DIED', '50_huge_result.ts': 'SUBJECT_DIED', '51_deep_result.ts': 'TEST_FAIL', '53_ctor_ctor.ts': 'TEST_FAIL',
  '59_throw_weird.ts': 'TEST_FAIL', '61_vitest_task_result.ts': 'TEST_FAIL', '63_dynimport_host_pollution.ts': 'COVERAGE',
  '66_microtask_storm.ts': 'TEST_FAIL', 'A11_huge_string_repeat.ts': 'TEST_FAIL', 'A3_computed_ctor.ts': 'TEST_FAIL',
  'A5_static_state.ts': 'TEST_FAIL', 'A7_array_state.ts': 'TEST_FAIL', '20_stdout_spoof.ts': 'LOAD_ERROR',
};

const load = (dir: string): PackageFile[] =>
  readdirSync(path.join(FIXTURE, dir)).map((name) => ({ path: `${dir}/${name}`, text: readFileSync(path.join(FIXTURE, dir, name), 'utf8').replace("'../kit.ts'", "'@oomrl/kit'") }));
const list = (dir: string): [string, string][] => (present ? readdirSync(path.join(SHARED, dir)).filter((name) => name.endsWith('.ts')).map((name) => [name, path.join(SHARED, dir, name)]) : []);
const attacks = [...list('attacks/ts'), ...list('attacks/ts_adaptive')].filter(([name]) => !BEYOND_THE_SPLIT.has(name));

beforeAll(async () => {
  await requireSandbox();
});

it.skipIf(!present)(`the fixture itself passes${reason}`, async () => {
  expect((await runFixture(load('src'), load('tests'))).verdict).toMatchObject({ status: 'pass', reasons: [] });
});

it.skipIf(!present)(`A15: no attack passes, each for its reason${reason}`, { timeout: 120_000 }, async () => {
  const outcomes: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  for (const [name, file] of attacks) {
    const sources = load('src').map((f) => (f.path === 'src/size.ts' ? { ...f, text: readFileSync(file, 'utf8') } : f));
    const { verdict } = await runFixture(sources, load('tests'), { testTimeoutMs: 1500 });
    outcomes[name] = verdict.status === 'pass' ? 'PASS' : verdict.reasons[0]!.code;
    wanted[name] = EXPECTED[name] ?? 'LOAD_ERROR';
  }
  expect(outcomes).toEqual(wanted);
});
