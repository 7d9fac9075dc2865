import { AppError } from '@/server/contracts/errors';
import { closeLeakedFds } from '@/server/sandbox/leaked-fds';
import { unadjustedDays } from '@/server/market/unadjusted-days';
import { firstDayFrom } from '@/server/simulation/day-bars';
import type { BacktestResult } from '@/server/simulation/types';
import { runBacktest } from '@/server/simulation/run-backtest';
import { loadPackage } from '@/server/strategy/load-package';
import { openStrategy } from '@/server/strategy/open-strategy';
import { parseArgs } from '../parse-args';
import { backtestReport } from './backtest/backtest-report';
import { descendantCpuSeconds, ownCpuSeconds } from './backtest/cpu-seconds';
import { marketFacts, openMarket } from './backtest/open-market';
import { printBacktest } from './backtest/print-backtest';
import { QLIB_OPTIONS, runQlibMode } from './backtest/qlib-mode';
import { configOf, parseSettings, RUN_OPTIONS } from './backtest/run-settings';
import { showProgress } from './backtest/show-progress';

export const help = `oomrl backtest --strategy DIR --market NAME [--from D] [--to D] [--friction on|off] [--capital 10000000] [--tau 0.2] [--fill-at open|close|vwap] [--json]
oomrl backtest --mode qlib --signal EXPRESSION --market NAME [--from D] [--to D] [--topk 50] [--n-drop 5] [--capital 100000000] [--periods 252] [--json]

Runs a strategy package, sandboxed and fed one day at a time, through the execution simulator. The first decision is taken on
the close of --from and filled on the next day. --json prints the report with its daily series; the same run prints the same bytes.
--mode qlib reproduces the account of Qlib's TopkDropoutStrategy (deal at close, cost 5 and 15 bp, minimum 5) on a factor expression.
`;

/** `oomrl backtest`. @throws AppError */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { ...RUN_OPTIONS, ...QLIB_OPTIONS, strategy: { type: 'string' }, mode: { type: 'string', default: 'console' } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (values.mode === 'qlib') return runQlibMode(values);
  if (values.mode !== 'console') throw new AppError('BAD_INPUT', `--mode: value is ${JSON.stringify(values.mode)}; allowed: console or qlib.`);
  if (!values.strategy) throw new AppError('BAD_INPUT', 'backtest needs --strategy DIR, the directory of a strategy package.');
  const settings = parseSettings(values);
  closeLeakedFds();
  const market = openMarket(settings.market);
  const { panel } = market;
  const pkg = loadPackage(values.strategy);
  const config = configOf(settings, panel.meta.board);
  const span = { ...(settings.from ? { from: settings.from } : {}), ...(settings.to ? { to: settings.to } : {}) };
  const startedAt = ownCpuSeconds();
  const session = await openStrategy(pkg, { symbols: panel.symbols });
  let result: BacktestResult;
  try {
    result = await runBacktest({ panel, config, ...span, source: { kind: 'session', session }, onProgress: showProgress('backtest') });
    const sandboxed = descendantCpuSeconds();
    process.stderr.write(`CPU: simulation ${(ownCpuSeconds() - startedAt).toFixed(2)} s, strategy process ${sandboxed === null ? 'not known here' : `${sandboxed.toFixed(2)} s`}\n`);
  } finally {
    await session.close();
  }
  const baseDate = panel.dates[settings.from ? firstDayFrom(panel, settings.from) : 0]!;
  const report = backtestReport(result, { market: marketFacts(market), unadjusted: unadjustedDays(market.row.ledger, result.summary.from, result.summary.to), pkg, settings, config, baseDate });
  process.stdout.write(`${values.json ? JSON.stringify(report) : printBacktest(report)}\n`);
  return 0;
}
