import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { autopsySchema } from '@/server/contracts/autopsy';
import { closeLeakedFds } from '@/server/sandbox/leaked-fds';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { runFixture } from '@/server/stdaw/runner/run-fixture';
import { coolDown, warmUp } from '@/server/stdaw/runner/warm-pairs';
import { verifyPackage } from '@/server/stdaw/verify-package';
import { makeUnifiedDiff } from '@/server/stdaw/diff/make-unified-diff';
import { auditCoverage } from '@/server/stdaw/audit/audit-coverage';
import { BROKEN_SIZING, fixtureFiles, fixturePackage, HONEST_SIZING } from '@/server/stdaw/attacks/fixture';
import { loadPackage } from '@/server/strategy/load-package';
import { eightyPythonTests, eightyTests } from './eighty-tests';
import { medianMs, ms, report, times } from './measure';
import { vitestOver } from './run-vitest';

const ROOT = process.env.OOMRL_ROOT!;
const REPEATS = 5;
closeLeakedFds();
await requireSandbox();

/** Judge, subject, coverage and verdict of the 80 tests; every run must pass. */
async function runEighty(pkg: ReturnType<typeof eightyTests>): Promise<void> {
  const { verdict } = await runFixture(pkg.sources, pkg.tests);
  if (verdict.tests.passed !== 80) throw new Error(`Only ${verdict.tests.passed} of 80 tests passed.`);
}

const pkg = eightyTests();
const lines = pkg.sources.reduce((sum, { text }) => sum + text.split('\n').length, 0);
await runEighty(pkg);
const cold = await medianMs(REPEATS, () => runEighty(pkg));
const warm = await medianMs(REPEATS, () => runEighty(pkg), async () => {
  warmUp(pkg.tests);
  await sleep(1500); // until both processes wait for work
});
coolDown();
report({ claim: `80 tests, ${lines} lines, cold pair`, measured: ms(cold), target: '≤ 600 ms', pass: cold <= 600 });
report({ claim: `80 tests, ${lines} lines, warm pair`, measured: ms(warm), target: '≤ 300 ms', pass: warm <= 300 });

let edition = 0;
const python = await medianMs(REPEATS, () => runEighty(eightyPythonTests(edition++)));
report({ claim: '80 tests in Python, reader and pair cold', measured: ms(python), target: '≤ 700 ms', pass: python <= 700 });

const boxed = vitestOver([...pkg.sources, ...pkg.tests], ROOT, true);
if (boxed === null) report({ claim: '80 tests, cold pair / vitest with coverage in bubblewrap', measured: 'not measured', target: '≤ 0.5 ×', pass: null, note: 'bubblewrap is not installed' });
else {
  await boxed.run();
  const vitest = await medianMs(3, boxed.run);
  boxed.remove();
  report({ claim: '80 tests, cold pair / vitest with coverage in bubblewrap', measured: `${times(cold / vitest)} (vitest ${ms(vitest)})`, target: '≤ 0.5 ×', pass: cold / vitest <= 0.5 });
}

// The whole verification of a shipped package (all gates without a market) against what a developer would type.
const demo = loadPackage(join(ROOT, 'strategies/daily-momentum'));
const rules = { constraints: autopsySchema.shape.constraints.parse(undefined), acceptance: autopsySchema.shape.acceptance.parse(undefined) };
const verify = async (): Promise<void> => {
  const { verdict } = await verifyPackage({ basePackage: demo, diff: null, phase: 'logic_genesis', seed: 1, ...rules });
  if (verdict.status !== 'pass') throw new Error(`The demo package does not pass: ${JSON.stringify(verdict.gradient)}`);
};
await verify();
const whole = await medianMs(REPEATS, verify);
coolDown();
const bare = vitestOver([...demo.sources, ...demo.tests, ...demo.baseline], ROOT, false)!;
await bare.run();
const typed = await medianMs(3, bare.run);
bare.remove();
report({ claim: 'oomrl verify of daily-momentum / its bare tests with coverage (vitest)', measured: `${times(whole / typed)} (${ms(whole)} / ${ms(typed)})`, target: '≤ 3 ×', pass: whole / typed <= 3 });

const audit = () => auditCoverage({ sources: demo.sources, tests: [...demo.tests, ...demo.baseline], uncovered: new Map(), sample: 20, seed: 1 });
const { survivors } = await audit();
if (survivors.length > 0) throw new Error(`The throw-audit of the demo package is not clean: ${JSON.stringify(survivors)}`);
const audited = await medianMs(REPEATS, audit);
report({ claim: 'throw-audit of 20 statements of daily-momentum', measured: ms(audited), target: '≤ 2500 ms', pass: audited <= 2500 });
coolDown();

// Every other proposal mends the fixture, the others leave it broken.
const started = performance.now();
const eight = await Promise.all(Array.from({ length: 8 }, async (_, i) => {
  const mends = i % 2 === 0;
  const diff = mends ? makeUnifiedDiff(fixtureFiles(BROKEN_SIZING), fixtureFiles(HONEST_SIZING)) : null;
  const { verdict } = await verifyPackage({ basePackage: fixturePackage(BROKEN_SIZING), diff, phase: 'logic_genesis', seed: i, ...rules });
  return verdict.status === (mends ? 'pass' : 'fail');
}));
const right = eight.filter(Boolean).length;
report({ claim: '8 verifications at once, right verdicts', measured: `${right} of 8 in ${ms(performance.now() - started)}`, target: '8 of 8', pass: right === 8 });
coolDown();
process.exit(0);
