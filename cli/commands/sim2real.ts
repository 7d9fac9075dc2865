import { AppError } from '@/server/contracts/errors';
import { unadjustedDays } from '@/server/market/unadjusted-days';
import { closeLeakedFds } from '@/server/sandbox/leaked-fds';
import { backtestPackage } from '@/server/simulation/run-backtest';
import { makeSim2RealReport } from '@/server/simulation/sim2real/make-report';
import { loadPackage } from '@/server/strategy/load-package';
import { parseArgs } from '../parse-args';
import { marketFacts, openMarket } from './backtest/open-market';
import { configOf, parseSettings, RUN_OPTIONS } from './backtest/run-settings';
import { showProgress } from './backtest/show-progress';
import { printSim2Real } from './sim2real/print-sim2real';

export const help = `oomrl sim2real --strategy DIR --market NAME [--from D] [--to D] [--levels 0.5,2] [--capitals 1000000,100000000] [--capital 10000000] [--json]

The same strategy over the same days with and without friction: return and alpha by friction level, cost per fill, return against
capital, the dearest names, and the lambda and gamma that the fills say. Every run is sandboxed and fed one day at a time.
`;

/** `oomrl sim2real`. @throws AppError */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { ...RUN_OPTIONS, strategy: { type: 'string' }, levels: { type: 'string', default: '0.5,2' }, capitals: { type: 'string', default: '1000000,100000000,1000000000' } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (!values.strategy) throw new AppError('BAD_INPUT', 'sim2real needs --strategy DIR, the directory of a strategy package.');
  if (values.friction !== undefined) throw new AppError('BAD_INPUT', 'sim2real runs with and without friction; it takes no --friction. Use --levels.');
  const settings = parseSettings(values);
  const levels = numbers(values.levels, 'levels');
  const capitals = numbers(values.capitals, 'capitals').map((money) => Math.round(money * 100));
  closeLeakedFds();
  const market = openMarket(settings.market);
  const pkg = loadPackage(values.strategy);
  const span = { ...(settings.from ? { from: settings.from } : {}), ...(settings.to ? { to: settings.to } : {}) };
  let runs = 0;
  const report = await makeSim2RealReport({
    config: configOf(settings, market.panel.meta.board),
    levels,
    capitals,
    run: (config, records) => backtestPackage({ panel: market.panel, pkg, config, records, ...span, onProgress: showProgress(`run ${++runs}`) }),
  });
  const about = { market: marketFacts(market), unadjusted: unadjustedDays(market.row.ledger, report.from, report.to), strategy: { name: pkg.manifest.name, packageHash: pkg.hashes.package } };
  process.stdout.write(`${values.json ? JSON.stringify({ ...about, ...report }) : printSim2Real(report, about)}\n`);
  return 0;
}

function numbers(list: string, option: string): number[] {
  return list.split(',').filter((part) => part.trim() !== '').map((part) => {
    const value = Number(part);
    if (!Number.isFinite(value) || value < 0 || (option === 'capitals' && !(value > 0 && value <= 1e12))) throw new AppError('BAD_INPUT', `--${option}: value is ${JSON.stringify(part)}; allowed: ${option === 'levels' ? 'multiples of the costs, such as 0.5,2' : 'sums of money above 0, such as 1000000,100000000'}.`);
    return value;
  });
}
