import type { Panel } from '@/server/market/panel';
import type { Decision } from '@/server/strategy/contract';
import type { DayQuestion } from '@/server/strategy/types';
import { nextMemory, questionOf, toWeights } from './decision-weights';
import { Simulator } from './simulator';
import type { SimulationConfig, StepResult, StepState } from './types';

/** A new episode before the decision of `date` (a trading day of the market). @throws AppError BAD_INPUT */
export function openEpisode(panel: Panel, config: SimulationConfig, date: string): StepState {
  return Simulator.open(panel, config, date).state();
}

/** What the strategy is to be asked with at the close of `state.date`. */
export function questionFor(panel: Panel, config: SimulationConfig, state: StepState): DayQuestion {
  return questionOf(Simulator.resume(panel, config, state));
}

/**
 * One day of a book: the decision taken on the close of `state.date` is traded and valued on the next day of the panel.
 * Pure: same state, panel and decision, same result to the last bit, whether or not the state went through JSON.
 * @throws AppError ILLEGAL_TRANSITION after the absorbing state, BAD_INPUT when the market has no next day
 */
export function stepDay(panel: Panel, config: SimulationConfig, state: StepState, decision: Decision | null): StepResult {
  const simulator = Simulator.resume(panel, config, state);
  const index = new Map(panel.symbols.map((symbol, i) => [symbol, i]));
  simulator.advance(decision === null ? null : toWeights(decision, index, new Float64Array(panel.symbols.length)));
  nextMemory(simulator, decision);
  return { state: simulator.state(), record: simulator.record() };
}
