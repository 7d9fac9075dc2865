import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { loadPackage } from '@/server/strategy/load-package';
import { anchorOf, readTestsLock } from './anchor/tests-lock';
import { verifyPackage } from './verify-package';

beforeAll(async () => {
  await requireSandbox();
});

const root = path.resolve(process.cwd(), 'strategies');
const packages = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'strategy.json')));

it.each(packages)('strategies/%s: its tests are the accepted ones (else: oomrl verify --package strategies/NAME --accept-tests)', (name) => {
  const dir = path.join(root, name);
  expect(readTestsLock(dir)).toEqual(anchorOf(loadPackage(dir)));
});

it.each(packages)('strategies/%s passes every gate', { timeout: 120_000 }, async (name) => {
  const { verdict } = await verifyPackage({ basePackage: loadPackage(path.join(root, name)), diff: null, phase: 'logic_genesis', constraints: autopsySchema.shape.constraints.parse(undefined), acceptance: {}, seed: 12 });
  expect([verdict.status, verdict.gradient]).toEqual(['pass', null]);
  expect(verdict.coverage).toMatchObject({ statements: expect.closeTo(1, 1) as number, branches: expect.closeTo(1, 1) as number });
});
