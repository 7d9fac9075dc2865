import { beforeAll, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { runTests } from './run-tests';
import type { PackageFile, RunEvidence } from './types';

beforeAll(async () => {
  await requireSandbox();
});

const SIZE = `export function lots(equity: number, price: number, lot = 100): number {
  if (price <= 0) return 0;
  return Math.floor(equity / price / lot) * lot;
}
export const LOT: number = 100;
export interface Limits { max: number }
`;
const KIT = `import { test, describe, expect, gen, property, fixtures } from '@oomrl/kit';\n`;

const run = (src: string, tests: string, rest: Partial<Parameters<typeof runTests>[0]> = {}): Promise<RunEvidence> =>
  runTests({ sources: [{ path: 'src/size.ts', text: src }], tests: [{ path: 'tests/size.test.ts', text: KIT + tests }], seed: 7, ...rest });

it('runs tests in the judge against the code in the subject', async () => {
  const evidence = await run(SIZE, `import { lots, LOT } from '../src/size';
describe('lots', () => {
  test('rounds down', () => { expect(lots(10_000, 33)).toBe(300); });
  test('refuses a price of zero', () => { expect(lots(10_000, 0)).toBe(0); });
  test('constant', () => { expect(LOT).toBe(100); });
});`);
  expect(evidence.faults).toEqual([]);
  expect(evidence.tests.map((t) => [t.id, t.ok]).sort()).toEqual([
    ['tests/size.test.ts > lots > constant', true],
    ['tests/size.test.ts > lots > refuses a price of zero', true],
    ['tests/size.test.ts > lots > rounds down', true],
  ]);
  expect(evidence.plan.ids).toHaveLength(3);
  expect(evidence.replay).toEqual({ calls: 2, mismatch: null });
  expect(evidence.coverage?.test[0]?.url).toBe('src/size.ts');
  console.log(evidence.timings, evidence.exits);
});
