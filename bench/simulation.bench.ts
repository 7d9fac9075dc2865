import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { descendantCpuSeconds } from '@/cli/commands/backtest/cpu-seconds';
import { closeLeakedFds } from '@/server/sandbox/leaked-fds';
import type { Panel } from '@/server/market/panel';
import { runBacktest } from '@/server/simulation/run-backtest';
import type { SimulationConfig } from '@/server/simulation/types';
import { loadPackage } from '@/server/strategy/load-package';
import { openStrategy } from '@/server/strategy/open-strategy';
import { benchConfig, benchMarket, rebalanceDaily } from './market';
import { leastCpuMs, ms, report, times } from './measure';

const ROOT = process.env.OOMRL_ROOT!;
closeLeakedFds();
const panel = benchMarket();
const config = benchConfig();
const size = `${panel.symbols.length} × ${panel.dates.length}`;

if (process.argv[2] === 'fed') {
  process.stdout.write(JSON.stringify(await backtestFed(panel, config)));
  process.exit(0);
}
// Six processes each, for the engine compiles a loop better in one process than in another (33 to 43 ms): the least of all, and the range.
const here = await leastCpuMs(15, () => rebalanceDaily(panel, config));
if (process.argv[2] === 'own') {
  process.stdout.write(String(here));
  process.exit(0);
}
const PROCESSES = 6;
const launch = (program: string, args: readonly string[]) => spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' } });
const owns = [here, ...Array.from({ length: PROCESSES - 1 }, () => Number.parseFloat(launch(process.execPath, [process.argv[1]!, 'own']).stdout))];
const own = Math.min(...owns);
report({ claim: `simulation ${size}, daily rebalance of every name, in process`, measured: `${ms(own)} CPU (${PROCESSES} processes: to ${ms(Math.max(...owns))})`, target: '≤ 60 ms', pass: Math.max(...owns) <= 60 });

// A copy of the market is a market nobody has run on: its days are derived again.
const first = await leastCpuMs(5, () => rebalanceDaily({ ...panel }, config));
report({ claim: 'the same, first run on a market', measured: `${ms(first)} CPU`, target: 'no claim', pass: null });

const numpy = Array.from({ length: PROCESSES }, () => launch('python3', [join(ROOT, 'bench/weights_only.py'), String(panel.dates.length), String(panel.symbols.length), '5']).stdout.split('\n').map(Number.parseFloat));
const [same, bare] = [0, 1].map((row) => Math.min(...numpy.map((times) => times[row]!))) as [number, number];
if (same > 0) {
  report({ claim: 'numpy, weights only, the same reports / simulation', measured: `${times(same / own)} (numpy ${ms(same)})`, target: '≥ 2.5 ×', pass: same / own >= 2.5 });
  report({ claim: 'numpy, weights only, no gate, costs by item or reward / simulation', measured: `${times(bare / own)} (numpy ${ms(bare)})`, target: 'no claim', pass: null });
} else report({ claim: 'numpy, weights only, the same reports / simulation', measured: 'not measured', target: '≥ 2.5 ×', pass: null, note: 'python3-numpy is not installed' });

const strategy = 'sandboxed strategy fed one day at a time';
const runs: FedRun[] = [];
for (let k = 0; k < 6; k++) runs.push(await backtestFed(panel, config));
const least = leastOf(runs);
const worst = Math.max(...runs.map((run) => run.total));
report({ claim: `backtest ${size}, ${strategy}`, measured: seconds(least, `to ${worst.toFixed(2)} s`), target: '≤ 1.0 s', pass: least.total <= 1 });

// What `oomrl backtest` does: one run, nothing compiled before it.
const firsts = Array.from({ length: PROCESSES }, () => JSON.parse(launch(process.execPath, [process.argv[1]!, 'fed']).stdout) as FedRun);
const cold = leastOf(firsts);
const coldest = Math.max(...firsts.map((run) => run.total));
report({ claim: 'the same, the one run of a fresh process', measured: seconds(cold, `${PROCESSES} processes: to ${coldest.toFixed(2)} s`), target: 'no claim', pass: null });

interface FedRun {
  readonly engine: number;
  readonly sandboxed: number;
  readonly total: number;
}

function leastOf(all: readonly FedRun[]): FedRun {
  return all.reduce((best, run) => (run.total < best.total ? run : best));
}

function seconds({ engine, sandboxed, total }: FedRun, range: string): string {
  return `${total.toFixed(2)} s CPU (${engine.toFixed(2)} + ${sandboxed.toFixed(2)} s sandboxed; ${range})`;
}

/** One backtest of daily-momentum; CPU of both sides, the start of the sandbox included. */
async function backtestFed(market: Panel, how: SimulationConfig): Promise<FedRun> {
  const pkg = loadPackage(join(ROOT, 'strategies/daily-momentum'));
  const start = process.cpuUsage();
  const session = await openStrategy(pkg, { symbols: market.symbols });
  try {
    await runBacktest({ panel: market, config: how, source: { kind: 'session', session } });
    const { user, system } = process.cpuUsage(start);
    const engine = (user + system) / 1e6;
    const sandboxed = descendantCpuSeconds() ?? Number.NaN;
    return { engine, sandboxed, total: engine + sandboxed };
  } finally {
    await session.close();
  }
}
