import { z } from 'zod';
import { getBook } from '@/server/books/get-book';
import { loadVersion } from '@/server/books/versions';
import { AppError } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { getMarket, loadMarketPanel } from '@/server/db/market-store';
import { metricsOf } from '@/server/simulation/backtest-metrics';
import { defaultSimulation } from '@/server/simulation/config';
import { firstDayFrom } from '@/server/simulation/day-bars';
import { backtestPackage } from '@/server/simulation/run-backtest';
import { loadPackage } from '@/server/strategy/load-package';
import { payForCall } from '../pay-for-call';
import { defineTool } from '../tool';

const input = z.strictObject({
  package: z.string().optional().describe('Directory of a strategy package'),
  book: z.string().optional().describe('Id of a book: the version it runs, instead of a package'),
  market: z.string().describe('Name of a stored market'),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  friction: z.boolean().default(true),
  capital: z.number().positive().max(1e12).default(10_000_000).describe('Initial capital in units of the market currency'),
});

/** A run through the execution simulator, figures only. */
export const backtest = defineTool({
  name: 'backtest',
  title: 'Backtest',
  description: 'Runs a strategy, sandboxed and fed one day at a time, through the execution simulator: return, Sharpe, drawdown, turnover, friction, principal loss. Answers figures, not daily series. Nothing is traded. Paid in CPU and wall seconds by the compute account of the client.',
  input,
  readOnly: true,
  async call({ market: name, friction, capital, ...args }, context) {
    if ((args.book === undefined) === (args.package === undefined)) throw new AppError('BAD_INPUT', 'Name either package or book.');
    const { db } = context;
    const row = getMarket(db, name);
    const { pkg, series, summary, baseDate } = await payForCall(context, { tool: 'backtest', bookId: args.book ?? null }, async (signal) => {
      const pkg = args.package === undefined ? loadVersion(db, getBook(db, args.book!).versionId) : loadPackage(args.package);
      const panel = loadMarketPanel(row);
      const shipped = defaultSimulation(panel.meta.board);
      const config = { ...shipped, initialFen: Math.round(capital * 100), execution: { ...shipped.execution, friction: friction ? ('on' as const) : ('off' as const) } };
      const span = { ...(args.from ? { from: args.from } : {}), ...(args.to ? { to: args.to } : {}) };
      return { pkg, baseDate: panel.dates[args.from ? firstDayFrom(panel, args.from) : 0]!, ...(await backtestPackage({ pkg, panel, config, ...span, signal })) };
    });
    const { metrics, causes, headline } = metricsOf(series, { baseDate });
    return { market: { name: row.name, synthetic: row.synthetic, currency: row.currency, panelHash: row.panelHash }, strategy: { name: pkg.manifest.name, packageHash: pkg.hashes.package }, friction: friction ? 'on' : 'off', days: series.dates.length, summary, headline, metrics, causes };
  },
});
