import { afterEach, beforeAll, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { bundleTests } from './bundle-tests';
import { killPair } from './process-pair';
import { HONEST_SOURCES, HONEST_TESTS, runFixture } from './run-fixture';
import { coolDown, takePair, warmUp } from './warm-pairs';

beforeAll(async () => {
  await requireSandbox();
});
afterEach(coolDown);

it('A33: a waiting pair is used once and never again', async () => {
  warmUp(HONEST_TESTS);
  warmUp(HONEST_TESTS);
  const bundle = bundleTests(HONEST_TESTS);
  const first = takePair(bundle);
  const second = takePair(bundle);
  expect(second.subject.pid).not.toBe(first.subject.pid);
  killPair(first);
  killPair(second);
  await Promise.all([first.subject.exited, second.subject.exited, first.judge.exited, second.judge.exited]);
});

it('other tests or limits get a pair of their own', async () => {
  warmUp(HONEST_TESTS);
  const other = takePair(bundleTests(HONEST_TESTS.slice(0, 1)));
  const limited = takePair(bundleTests(HONEST_TESTS), { cpuSeconds: 5 });
  const waiting = takePair(bundleTests(HONEST_TESTS));
  expect(new Set([other.judge.pid, limited.judge.pid, waiting.judge.pid]).size).toBe(3);
  for (const pair of [other, limited, waiting]) killPair(pair);
  await Promise.all([other, limited, waiting].flatMap((pair) => [pair.judge.exited, pair.subject.exited]));
});

it('a pair that died while it waited is not handed out', async () => {
  warmUp(HONEST_TESTS);
  const bundle = bundleTests(HONEST_TESTS);
  const probe = takePair(bundle);
  killPair(probe);
  await Promise.all([probe.judge.exited, probe.subject.exited]);
  warmUp(HONEST_TESTS);
  const { verdict } = await runFixture(HONEST_SOURCES, HONEST_TESTS);
  expect(verdict.status).toBe('pass');
});

it('a warm run gives the verdict of a cold one', async () => {
  warmUp(HONEST_TESTS);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const warm = await runFixture(HONEST_SOURCES, HONEST_TESTS);
  const cold = await runFixture(HONEST_SOURCES, HONEST_TESTS);
  expect(warm.verdict).toEqual(cold.verdict);
  expect(warm.coverage).toEqual(cold.coverage);
});
