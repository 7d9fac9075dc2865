import { AppError } from '@/server/contracts/errors';
import type { Panel } from '@/server/market/panel';
import { openStrategy } from '@/server/strategy/open-strategy';
import type { StrategyPackage, StrategySession } from '@/server/strategy/types';
import { barsOf, firstDayFrom } from './day-bars';
import { nextMemory, questionOf, spreadColumns } from './decision-weights';
import { SeriesRecorder } from './series-recorder';
import { Simulator } from './simulator';
import { StaleWatch } from './stale-watch';
import type { BacktestResult, SimulationConfig, StepRecord } from './types';

/** Who decides: a sandboxed session, or trusted code of this process that writes weights for the close of `day` (false = keep). */
export type DecisionSource =
  | { readonly kind: 'session'; readonly session: StrategySession }
  | { readonly kind: 'weights'; readonly weights: (day: number, out: Float64Array) => boolean };

export interface BacktestRequest {
  readonly panel: Panel;
  readonly config: SimulationConfig;
  /** First day on which a decision is taken; default the first day of the market. */
  readonly from?: string;
  /** Last day that is valued; default the last day of the market. */
  readonly to?: string;
  /** Keep a StepRecord per day (orders, fills); default false. */
  readonly records?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** A whole run; stops at the absorbing state. @throws AppError BAD_INPUT, STRATEGY_FAILED; the signal's reason when aborted */
export async function runBacktest(request: BacktestRequest & { readonly source: DecisionSource }): Promise<BacktestResult> {
  const { panel, config, source } = request;
  const { first, last } = runDays(request);
  const simulator = Simulator.open(panel, config, panel.dates[first]!);
  const recorder = new SeriesRecorder(panel);
  const stale = new StaleWatch(panel);
  const records: StepRecord[] = [];
  const decide = decider(source, simulator, first);
  while (simulator.day < last && !simulator.terminated) {
    request.signal?.throwIfAborted();
    const asked = decide();
    const step = simulator.advance(asked instanceof Promise ? await asked : asked);
    recorder.add(simulator.day, step, simulator.tape);
    stale.add(simulator.day, simulator.ledger, step.equityFen);
    if (request.records) records.push(simulator.record());
    request.onProgress?.(simulator.day - first, last - first);
  }
  const finalState = simulator.state();
  return { series: recorder.series(), summary: recorder.summary(), records, finalState, stale: stale.report(simulator, finalState.ledger) };
}

/** The same with a package: opens it in the sandbox and closes it, whatever happens. */
export async function backtestPackage(request: BacktestRequest & { readonly pkg: StrategyPackage; readonly dayTimeoutMs?: number }): Promise<BacktestResult> {
  const { pkg, panel, dayTimeoutMs } = request;
  const session = await openStrategy(pkg, { symbols: panel.symbols, ...(dayTimeoutMs === undefined ? {} : { dayTimeoutMs }) });
  try {
    return await runBacktest({ ...request, source: { kind: 'session', session } });
  } finally {
    await session.close();
  }
}

/** A function that asks for the weights of the current close. Sessions first get the days their lookback needs. */
function decider(source: DecisionSource, simulator: Simulator, first: number): () => Float64Array | null | Promise<Float64Array | null> {
  const { panel } = simulator;
  const out = new Float64Array(panel.symbols.length);
  if (source.kind === 'weights') return () => (source.weights(simulator.day, out) ? out : null);
  const { session } = source;
  for (let day = Math.max(0, first - session.lookbackDays + 1); day < first; day++) session.feed(barsOf(panel, day));
  return async () => {
    const decision = await session.decideColumns(barsOf(panel, simulator.day), questionOf(simulator));
    nextMemory(simulator, decision);
    return decision === null ? null : spreadColumns(decision, out);
  };
}

function runDays({ panel, from, to }: BacktestRequest): { first: number; last: number } {
  const first = from === undefined ? 0 : firstDayFrom(panel, from);
  // '~' sorts behind every digit: the first day after `to`.
  const last = to === undefined ? panel.dates.length - 1 : firstDayFrom(panel, `${to}~`) - 1;
  if (last <= first) {
    throw new AppError('BAD_INPUT', `From ${from ?? 'the start'} to ${to ?? 'the end'} market ${panel.meta.name} has fewer than two trading days (it runs ${panel.dates[0]} to ${panel.dates.at(-1)}).`);
  }
  return { first, last };
}
