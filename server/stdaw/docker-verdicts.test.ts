import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { type Daemon, startDockerd, whyNoDocker } from '@/server/test/start-dockerd';
import { FORGE_VERDICT } from './attacks/forge-verdict';
import { fixturePackage, HONEST_SIZING, UNCOVERED_SIZING } from './attacks/fixture';
import { FORGE_VERDICT_PY } from './attacks/python/attacks';
import { HONEST_SIZING_PY, pythonFixture, UNCOVERED_SIZING_PY } from './attacks/python/fixture';
import { runFixture } from './runner/run-fixture';
import { coolDown } from './runner/warm-pairs';

const skipped = whyNoDocker();
const AT_ONCE = 4;

/** A35: every attack on the verdict, judged under both backends without the sanitizer in front, which would stop most before a process starts. */
const CASES = [
  ...[HONEST_SIZING, UNCOVERED_SIZING, ...FORGE_VERDICT.map((a) => a.sizing)].map((text) => fixturePackage(text)),
  ...[HONEST_SIZING_PY, UNCOVERED_SIZING_PY, ...FORGE_VERDICT_PY.map((a) => a.sizing)].map((text) => pythonFixture(text)),
];

async function verdicts(): Promise<string[]> {
  const out: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < CASES.length; i = next++) {
      const pkg = CASES[i]!;
      const { verdict, codes } = await runFixture(pkg.sources, [...pkg.tests, ...pkg.baseline], { testTimeoutMs: 5000, wallMs: 30_000 });
      out[i] = `${verdict.status} ${codes.join(' ')} ${verdict.tests.passed}/${verdict.tests.expected}`;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return out;
}

describe.skipIf(skipped !== null)(`A35: the Docker backend${skipped ? ` (${skipped})` : ''}`, () => {
  let daemon: Daemon | null = null;
  beforeAll(async () => {
    daemon = await startDockerd();
  }, 60_000);
  afterAll(async () => {
    coolDown();
    await daemon?.stop();
    vi.unstubAllEnvs();
  }, 30_000);

  it('gives the verdicts of bubblewrap on honest packages and on attacks, in both languages', { timeout: 300_000 }, async ({ skip }) => {
    if (!daemon) skip('dockerd is installed but does not start here');
    await requireSandbox();
    const under = { bwrap: await verdicts(), docker: [] as string[] };
    vi.stubEnv('DOCKER_HOST', daemon!.host);
    vi.stubEnv('OOMRL_SANDBOX', 'docker');
    expect(await requireSandbox()).toMatchObject({ backend: 'docker', ok: true });
    under.docker = await verdicts();
    expect(under.docker).toEqual(under.bwrap);
    expect(under.docker.filter((v) => v.startsWith('pass')).length).toBe(2);
  });
});
