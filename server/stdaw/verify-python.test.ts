import { beforeAll, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import type { Verdict } from '@/server/contracts/verdict';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { loadPackage } from '@/server/strategy/load-package';
import type { VerifyInput } from './verify/types';
import { verifyPackage } from './verify-package';

beforeAll(async () => {
  await requireSandbox();
});

const constraints = autopsySchema.shape.constraints.parse(undefined);
const verify = (input: Partial<VerifyInput> & Pick<VerifyInput, 'basePackage'>) => verifyPackage({ diff: null, phase: 'logic_genesis', constraints, acceptance: {}, seed: 11, ...input });
const statuses = (verdict: Verdict) => Object.fromEntries(verdict.gates.map((g) => [g.name, g.status]));

it('the Python template passes every gate that applies', async () => {
  const { verdict } = await verify({ basePackage: loadPackage('strategies/daily-momentum-py') });
  expect(verdict.gradient).toBeNull();
  expect(statuses(verdict)).toEqual({ applies: 'pass', scope: 'pass', types: 'pass', sanitizer: 'pass', ro_lock: 'pass', tests: 'pass', determinism: 'pass', coverage: 'pass', baseline: 'pass', throw_audit: 'pass', sim2real: 'skipped' });
});
