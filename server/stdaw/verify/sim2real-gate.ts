import { AppError } from '@/server/contracts/errors';
import type { Sim2Real } from '@/server/contracts/verdict';
import { compareVersions } from '@/server/simulation/compare-versions';
import { summariseSide } from './summarise-side';
import { terminalNote } from './terminal-note';
import { fail, type Gate, type GateOutcome, pass, skip, type VerifyInput } from './types';

/** The same days through the execution simulator before and after; what the autopsy asks for is measured, not believed. */
export const sim2realGate: Gate = {
  name: 'sim2real',
  async run(state) {
    const { input } = state;
    const { market } = input;
    if (!market) return skip('No market was given to compare on.');
    try {
      const compared = await compareVersions({
        panel: market.panel, config: market.config, before: input.basePackage, after: state.after,
        ...(market.from ? { from: market.from } : {}), ...(market.to ? { to: market.to } : {}), ...(input.signal ? { signal: input.signal } : {}),
      });
      const { from, to } = compared.after.summary;
      state.sim2real = { from, to, market: market.name, panelHash: market.panelHash, before: summariseSide(compared.before), after: summariseSide(compared.after), rewardDelta: compared.rewardDelta };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'STRATEGY_FAILED') throw error;
      return fail('SIM_FAILED', `The strategy failed in the simulation: ${error.message}`.slice(0, 600), { untrusted: true });
    }
    return judgeSim2Real(state.sim2real, input.acceptance, market.config.terminal.penalty);
  },
};

/** Pure: the acceptance numbers of the autopsy against what was measured; `penalty` is P_terminal, for the sentence. */
export function judgeSim2Real(sim: Sim2Real, acceptance: VerifyInput['acceptance'], penalty: number | null = null): GateOutcome {
  const { before, after, rewardDelta } = sim;
  const { max_annual_turnover: maxTurnover, min_reward_delta: minDelta, max_principal_loss: maxLoss } = acceptance;
  const numbers = {
    turnover_before: before.annualTurnover, turnover_after: after.annualTurnover, max_annual_turnover: maxTurnover ?? null, reward_delta: rewardDelta, min_reward_delta: minDelta ?? null,
    principal_loss_before: before.principalLoss, principal_loss_after: after.principalLoss, max_principal_loss: maxLoss ?? null, friction_before: before.frictionRealised, friction_after: after.frictionRealised,
  };
  const problems: [Parameters<typeof fail>[0], string][] = [];
  if (after.terminated) problems.push(['PRINCIPAL_LOSS_TOO_HIGH', 'the version reaches the absorbing state: it loses the capital it may lose']);
  if (maxTurnover !== undefined && (after.annualTurnover ?? 0) > maxTurnover) problems.push(['TURNOVER_TOO_HIGH', `annual turnover is ${round(after.annualTurnover ?? 0)}, at most ${maxTurnover} is accepted`]);
  if (maxLoss !== undefined && after.principalLoss > maxLoss) problems.push(['PRINCIPAL_LOSS_TOO_HIGH', `principal loss reaches ${percent(after.principalLoss)}, at most ${percent(maxLoss)} is accepted`]);
  if (minDelta !== undefined && rewardDelta < minDelta) problems.push(['REWARD_NOT_BETTER', `the sum of rewards changes by ${round(rewardDelta)}${terminalNote(sim, penalty)}, at least ${minDelta} is asked`]);
  if (problems[0]) return fail(problems[0][0], `On the same days ${problems.map((p) => p[1]).join('; ')}.`, { sim2real: numbers }, numbers);
  return pass(`On the same ${after.days} days turnover goes from ${round(before.annualTurnover ?? 0)} to ${round(after.annualTurnover ?? 0)} a year, the sum of rewards changes by ${round(rewardDelta)}${terminalNote(sim, penalty)}.`, numbers);
}

const round = (x: number) => (Math.abs(x) >= 100 ? x.toFixed(0) : x.toPrecision(3));
const percent = (x: number) => `${(x * 100).toFixed(2)} %`;
