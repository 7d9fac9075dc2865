import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import type { Sim2Real, Sim2RealSide } from '@/server/contracts/verdict';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { defaultSimulation } from '@/server/simulation/config';
import { loadPackage } from '@/server/strategy/load-package';
import { makeUnifiedDiff } from './diff/make-unified-diff';
import { judgeSim2Real } from './verify/sim2real-gate';
import { terminalNote } from './verify/terminal-note';
import { verifyPackage } from './verify-package';

beforeAll(async () => {
  await requireSandbox();
});

describe('acceptance numbers', () => {
  const side = (more: Partial<Sim2RealSide> = {}): Sim2RealSide => ({
    annualTurnover: 10, annualReturn: 0.1, sharpe: 1, maxDrawdown: -0.1, cumulativeReward: 0.2, principalLoss: 0.05, frictionModelled: 0.01, frictionRealised: 0.01, finalEquityFen: 1, terminated: false, days: 100, equity: [], ...more,
  });
  const sim = (after: Partial<Sim2RealSide>, rewardDelta = 0.1): Sim2Real => ({ from: '2024-01-02', to: '2024-06-28', market: 'm', panelHash: 'h', before: side({ annualTurnover: 60 }), after: side(after), rewardDelta });
  it.each([
    ['turnover', sim({ annualTurnover: 20.01 }), { max_annual_turnover: 20 }, 'TURNOVER_TOO_HIGH'],
    ['turnover just right', sim({ annualTurnover: 20 }), { max_annual_turnover: 20 }, 'OK'],
    ['reward', sim({}, -0.01), { min_reward_delta: 0 }, 'REWARD_NOT_BETTER'],
    ['reward just right', sim({}, 0), { min_reward_delta: 0 }, 'OK'],
    ['principal loss', sim({ principalLoss: 0.11 }), { max_principal_loss: 0.1 }, 'PRINCIPAL_LOSS_TOO_HIGH'],
    ['the absorbing state, whatever was asked', sim({ terminated: true }), {}, 'PRINCIPAL_LOSS_TOO_HIGH'],
    ['nothing asked', sim({}), {}, 'OK'],
  ])('%s', (_name, measured, acceptance, code) => expect(judgeSim2Real(measured, acceptance).code).toBe(code));
});

it('says when a change of rewards is mostly the terminal penalty of one side', () => {
  const side = (terminated: boolean) => ({ terminated });
  expect(terminalNote({ before: side(true), after: side(false) }, 100)).toBe(' (includes P_terminal = 100 of the version before)');
  expect(terminalNote({ before: side(false), after: side(true) }, null)).toBe(' (includes P_terminal of the version after)');
  expect(terminalNote({ before: side(false), after: side(false) }, 100)).toBe('');
});

it('the same days before and after a proposal, measured in the simulator', { timeout: 120_000 }, async () => {
  const base = loadPackage(path.resolve(process.cwd(), 'strategies/daily-momentum'));
  const slower = base.sources.map((f) => (f.path === 'src/schedule.ts' ? { ...f, text: f.text.replace('REBALANCE_EVERY_DAYS = 1;', 'REBALANCE_EVERY_DAYS = 20;') } : f));
  const panel = generateSyntheticMarket({ seed: 7, symbols: 30, years: 1 });
  const verify = (maxTurnover: number) => verifyPackage({
    basePackage: base, diff: makeUnifiedDiff(base.sources, slower), phase: 'logic_genesis', constraints: autopsySchema.shape.constraints.parse(undefined), acceptance: { max_annual_turnover: maxTurnover }, seed: 4,
    market: { name: 'synthetic', panel, panelHash: 'a'.repeat(64), config: defaultSimulation('cn-a') },
  });
  const { verdict } = await verify(12);
  const { before, after } = verdict.sim2real!;
  expect([verdict.status, verdict.gradient]).toEqual(['pass', null]);
  expect(after.annualTurnover!).toBeLessThan(before.annualTurnover! / 2);
  expect(after.equity.length).toBeLessThanOrEqual(1000);
  expect(verdict.gates.find((g) => g.name === 'throw_audit')?.evidence).toMatchObject({ mutants: 1, obligations: [{ path: 'src/schedule.ts', kind: 'number', before: '20' }] });
  const strict = await verify(0.1);
  expect(strict.verdict.gradient).toMatchObject({ gate: 'sim2real', code: 'TURNOVER_TOO_HIGH', sim2real: { turnover_after: after.annualTurnover, max_annual_turnover: 0.1 } });
});
