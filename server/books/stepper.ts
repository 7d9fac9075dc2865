import { AppError } from '@/server/contracts/errors';
import { ENGINE_ACTOR } from '@/server/contracts/roles';
import { type Db, write } from '@/server/db/client';
import { getMarket, loadMarketPanel } from '@/server/db/market-store';
import type { Panel } from '@/server/market/panel';
import { barsOf, dayOf } from '@/server/simulation/day-bars';
import { openEpisode, questionFor, stepDay } from '@/server/simulation/step-day';
import type { SimulationConfig, StepState } from '@/server/simulation/types';
import { unpricedHoldings } from '@/server/simulation/unpriced-holdings';
import { openStrategy } from '@/server/strategy/open-strategy';
import type { StrategySession } from '@/server/strategy/types';
import { type BookConfig, readBookConfig, simulationConfigOf } from './book-config';
import { type BookRow, type EpisodeRow, getBook, getEpisode, getLastStep, type StepRow } from './get-book';
import { moveBook } from './move-book';
import type { StepHooks } from './step-hooks';
import { GENESIS_DIGEST, toOrderRows, toStepRow } from './step-rows';
import { stillRuns, storeDay } from './store-day';
import { getVersion, loadVersion } from './versions';

/** Walks one book day by day. Everything it knows is in the database, so any process can go on where another was killed. */
export interface Stepper {
  /** The next day, stored; null when there is none: `stopped` says why. */
  step(): Promise<StepRow | null>;
  readonly stopped: 'no_more_days' | 'not_running' | null;
  /** Sessions of the market. */
  readonly dates: readonly string[];
  close(): Promise<void>;
}

interface Opened {
  book: BookRow;
  episode: EpisodeRow;
  config: BookConfig;
  simulation: SimulationConfig;
  sourceHash: string;
  session: StrategySession;
  state: StepState;
  digest: string;
}

/** @throws AppError NOT_FOUND */
export function openStepper(db: Db, bookId: string, options: { hooks?: StepHooks; clock?: () => number } = {}): Stepper {
  const { hooks = {}, clock = Date.now } = options;
  const market = getMarket(db, getBook(db, bookId).marketName);
  const panel = loadMarketPanel(market);
  let opened: Opened | null = null;
  let stopped: Stepper['stopped'] = null;

  async function close(): Promise<void> {
    const session = opened?.session;
    opened = null;
    await session?.close();
  }

  async function step(): Promise<StepRow | null> {
    for (;;) {
      const book = getBook(db, bookId);
      stopped = book.state === 'running' ? null : 'not_running';
      if (stopped) return null;
      if (opened && !stillRuns(db, opened.book)) await close();
      const stored = await decideAndStore(book);
      if (stored !== 'moved') return stored;
    }
  }

  /** 'moved' when somebody deployed, halted or began anew while the strategy was thinking: its answer is dropped. */
  async function decideAndStore(book: BookRow): Promise<StepRow | null | 'moved'> {
    const episode = getEpisode(db, book.episodeId);
    const date = opened?.state.date ?? getLastStep(db, episode.id)?.date ?? episode.startDate;
    const day = dayOf(panel, date);
    if (day + 1 >= panel.dates.length) {
      stopped = 'no_more_days';
      return null;
    }
    try {
      opened ??= await openBook(db, panel, book, episode);
      const { config, simulation, state } = opened;
      const t0 = performance.now();
      const decision = await opened.session.decide(barsOf(panel, day), questionFor(panel, simulation, state));
      const decideMs = performance.now() - t0;
      const result = stepDay(panel, simulation, state, decision);
      // What the next day starts from is what a resumed process would read: the JSON, not the object.
      const after = JSON.parse(JSON.stringify(result.state)) as StepState;
      const row = toStepRow({ bookId, episodeId: episode.id, versionId: book.versionId, sourceHash: opened.sourceHash, before: { equityFen: state.equityFen, digest: opened.digest }, state: after, record: result.record, benchmarkReturn: benchmarkReturn(panel, day + 1), unpriced: unpricedHoldings(panel, day + 1, after.ledger, after.equityFen), decideMs });
      const rows = toOrderRows(row, result.record);
      if (!storeDay(db, { book: opened.book, episode, config, step: row, ...rows, now: clock() }, hooks)) return 'moved';
      opened = { ...opened, state: after, digest: row.digest };
      return row;
    } catch (error) {
      await close();
      if (!(error instanceof AppError) || error.code !== 'STRATEGY_FAILED') throw error;
      return haltOnFailure(book, episode, date, error);
    }
  }

  function haltOnFailure(book: BookRow, episode: EpisodeRow, date: string, error: AppError): null | 'moved' {
    return write(db, (tx) => {
      if (!stillRuns(tx, book)) return 'moved';
      hooks.onFailure?.(tx, { book, episode, date, dayIndex: (getLastStep(tx, episode.id)?.dayIndex ?? -1) + 1, error, now: clock() });
      moveBook(tx, { bookId, verb: 'halt', reason: error.message.slice(0, 1000), actor: ENGINE_ACTOR, now: clock() });
      stopped = 'not_running';
      return null;
    });
  }

  return { step, close, dates: panel.dates, get stopped() { return stopped; } };
}

async function openBook(db: Db, panel: Panel, book: BookRow, episode: EpisodeRow): Promise<Opened> {
  const config = readBookConfig(book);
  const simulation = simulationConfigOf(config, episode);
  const last = getLastStep(db, episode.id);
  let state = last ? (last.state as StepState) : openEpisode(panel, simulation, episode.startDate);
  // A version was verified from an empty memory; it never reads what another version left behind.
  if (last && last.versionId !== book.versionId) state = { ...state, memory: null };
  const session = await openStrategy(loadVersion(db, book.versionId), { symbols: panel.symbols, dayTimeoutMs: config.decideTimeoutMs });
  const today = dayOf(panel, state.date);
  for (let day = Math.max(0, today - session.lookbackDays + 1); day < today; day += 1) session.feed(barsOf(panel, day));
  return { book, episode, config, simulation, sourceHash: getVersion(db, book.versionId).sourceHash, session, state, digest: last?.digest ?? GENESIS_DIGEST };
}

function benchmarkReturn(panel: Panel, day: number): number | null {
  const [before, today] = [panel.benchmark?.[day - 1], panel.benchmark?.[day]];
  if (before === undefined || today === undefined || !(before > 0) || !Number.isFinite(today)) return null;
  return today / before - 1;
}
