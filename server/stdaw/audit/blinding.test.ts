import { beforeAll, expect, it, vi } from 'vitest';
import { sha256Hex } from '@/server/audit/canonical-json';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import type { SandboxSpec } from '@/server/sandbox/types';
import { fixturePackage, HONEST_SIZING } from '../attacks/fixture';
import { crossValidate } from './cross-validate';

/** Every start of a process, as the process could see it. */
const judges: { seen: string; stdin: string }[] = [];
vi.mock('@/server/sandbox/spawn-sandboxed', async (original) => {
  const real = await original<typeof import('@/server/sandbox/spawn-sandboxed')>();
  return {
    ...real,
    spawnSandboxed: (spec: SandboxSpec) => {
      const started = real.spawnSandboxed(spec);
      if (spec.role !== 'judge') return started;
      const { extraFds, files, ...rest } = spec;
      const entry = { seen: JSON.stringify({ ...rest, files: files.map((f) => [f.at, sha256Hex(Buffer.from(f.data).toString('latin1'))]), fds: extraFds?.map(({ fd, direction, capBytes }) => ({ fd, direction, capBytes })) }), stdin: '' };
      judges.push(entry);
      const end = started.stdin!.end.bind(started.stdin!);
      started.stdin!.end = ((text: string) => {
        entry.stdin = text;
        return end(text);
      }) as never;
      return started;
    },
  };
});

beforeAll(async () => {
  await requireSandbox();
});

it('A26: nothing a judge is given tells a right variant of the source from a wrong one', { timeout: 60_000 }, async () => {
  judges.length = 0;
  const { sources, tests, baseline } = fixturePackage(HONEST_SIZING);
  const all = [...tests, ...baseline];
  const result = await crossValidate({ sources, before: all, after: all, bad: 4, seed: 5 });
  expect(result.good.passed).toBe(3);
  expect(result.killed).toBeGreaterThan(0);
  expect(result.lost).toEqual([]);
  // Right, wrong, wrong again; the accepted tests see only what was missed.
  expect(judges.length).toBe(3 + 4 + 3 + result.survivors.length);
  // One set of files, arguments and descriptors; the orders differ in the seed of the order alone, which is random for all.
  expect(new Set(judges.map((j) => j.seen)).size).toBe(1);
  const orders = judges.map((j) => JSON.parse(j.stdin) as { seed: number });
  expect(new Set(orders.map(({ seed: _seed, ...rest }) => JSON.stringify(rest))).size).toBe(1);
  expect(new Set(orders.map((o) => o.seed)).size).toBe(3 + 4 + 3);
});
