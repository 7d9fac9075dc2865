import { parseOrThrow } from '@/server/contracts/errors';
import { getMarket, loadMarketPanel } from '@/server/db/market-store';
import type { JobHandler } from '@/server/jobs/job';
import { backtestPackage } from '@/server/simulation/run-backtest';
import { makeSim2RealReport } from '@/server/simulation/sim2real/make-report';
import { readBookConfig, simulationConfigOf } from './book-config';
import { getBook, getEpisode } from './get-book';
import { type Sim2RealResult, sim2RealPayloadSchema } from './start-sim2real';
import { getVersion, loadVersion } from './versions';

/** Names kept with the job, dearest first. */
const NAMES = 50;

/**
 * `book.sim2real`: the version over the same days at each level of friction and each capital, sandboxed, one run after the other. It
 * writes nothing but its result, so a job that was killed simply begins again.
 */
export const runSim2RealJob = (): JobHandler => async ({ db, payload, signal, progress }): Promise<Sim2RealResult> => {
  const { bookId, versionId, episodeId, from, to, levels, capitalsFen } = parseOrThrow(sim2RealPayloadSchema, payload, 'book.sim2real payload');
  const book = getBook(db, bookId);
  const market = getMarket(db, book.marketName);
  const panel = loadMarketPanel(market);
  const pkg = loadVersion(db, versionId);
  const stored = readBookConfig(book);
  const config = simulationConfigOf({ ...stored, execution: { ...stored.execution, friction: 'on' } }, { initialFen: getEpisode(db, episodeId).initialFen, friction: true });
  const total = new Set([0, 1, ...levels]).size + new Set([config.initialFen, ...capitalsFen]).size - 1;
  let run = 0;
  const report = await makeSim2RealReport({
    config, levels, capitals: capitalsFen,
    run: (settings, records) => {
      const done = run++;
      return backtestPackage({
        panel, pkg, config: settings, records, from, to, signal, dayTimeoutMs: stored.decideTimeoutMs,
        onProgress: (day, days) => progress((done + day / days) / total, `run ${done + 1} of ${total}, day ${day} of ${days}`),
      });
    },
  });
  return { version: { id: versionId, label: getVersion(db, versionId).label }, market: { name: market.name, panelHash: market.panelHash }, report: { ...report, names: report.names.slice(0, NAMES) } };
};
