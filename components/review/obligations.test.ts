import { expect, it } from 'vitest';
import type { GateResult } from '@/server/contracts/verdict';
import { obligationsOf } from './obligations';

const gate = (evidence?: Record<string, unknown>): GateResult[] => [{ name: 'throw_audit', status: 'pass', code: 'OK', detail: '', ms: 1, ...(evidence ? { evidence } : {}) }];

it('reads the changes no test noticed, and nothing from a verdict without them', () => {
  const obligation = { path: 'src/a.ts', line: 3, kind: 'operator', before: '>', after: '>=' };
  expect(obligationsOf(gate({ sampled: 20, obligations: [obligation] }))).toEqual([obligation]);
  expect(obligationsOf(gate({ obligations: 'many' }))).toEqual([]);
  expect(obligationsOf(gate())).toEqual([]);
  expect(obligationsOf([])).toEqual([]);
});
