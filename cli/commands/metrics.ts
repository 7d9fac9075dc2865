import { readFileSync, statSync } from 'node:fs';
import { bootstrapSharpe, MOST_RESAMPLED } from '@/server/analytics/bootstrap-sharpe';
import { computeMetrics } from '@/server/analytics/compute-metrics';
import { headerOf, readReturns, type ReturnsTable } from '@/server/analytics/read-returns';
import { METRIC_PRESETS, type MetricPreset } from '@/server/analytics/types';
import { AppError } from '@/server/contracts/errors';
import { createPrng } from '@/server/market/prng';
import { parseArgs } from '../parse-args';
import { printMetrics } from './metrics/print-metrics';

export const help = `oomrl metrics --returns FILE [--column port] [--benchmark-column bench] [--rf 0.0135] [--definitions paper|quantpits|qlib] [--json]

Every performance figure of daily simple returns in a CSV with a header, each with its definition. A benchmark column named bench is used
when the file has one; --benchmark-column none leaves it out. --rf is the annual rate. --json prints stable keys; what cannot be said is
null, its cause under "causes".
`;

const MOST_BYTES = 256 * 2 ** 20;

/** The text of a file a person named. @throws AppError BAD_INPUT, TOO_LARGE */
export function readTextFile(path: string, option: string): string {
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES) throw new AppError('TOO_LARGE', `${option}: ${path} has ${size} bytes; at most ${MOST_BYTES} are read.`);
    const text = readFileSync(path, 'utf8');
    if (text.includes('\0')) throw new AppError('BAD_INPUT', `${option}: ${path} is not a text file; give a CSV.`);
    return text;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('BAD_INPUT', `${option}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); check the path.`);
  }
}

/** Returns and benchmark; the default benchmark column may be absent, a named one may not. @throws AppError */
export function readReturnsFile(path: string, column: string, benchmarkColumn: string | undefined): ReturnsTable {
  const text = readTextFile(path, '--returns');
  if (text.replace(/^\ufeff/, '').trim() === '') throw new AppError('BAD_INPUT', `--returns: ${path} is empty; give a CSV with a header and one return per row.`);
  const { headers } = headerOf(text);
  const wanted = benchmarkColumn ?? (headers.includes('bench') ? 'bench' : 'none');
  return readReturns(text, path, { column, benchmarkColumn: wanted === 'none' ? null : wanted });
}

/** An annual rate from the command line. @throws AppError BAD_INPUT */
export function parseRate(text: string): number {
  const rate = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(rate) || Math.abs(rate) >= 1) throw new AppError('BAD_INPUT', `--rf: value is ${JSON.stringify(text)}; allowed: an annual rate below 1, such as 0.0135 for 1.35 %.`);
  return rate;
}

/** `oomrl metrics`. @throws AppError */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      returns: { type: 'string' }, column: { type: 'string', default: 'port' }, 'benchmark-column': { type: 'string' }, rf: { type: 'string', default: '0.0135' },
      definitions: { type: 'string', default: 'paper' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (!values.returns) throw new AppError('BAD_INPUT', 'metrics needs --returns FILE, a CSV with a header and one return per row.');
  const preset = METRIC_PRESETS.find((p): p is MetricPreset => p === values.definitions);
  if (!preset) throw new AppError('BAD_INPUT', `--definitions: value is ${JSON.stringify(values.definitions)}; allowed: ${METRIC_PRESETS.join(', ')}.`);
  const rf = parseRate(values.rf);
  const { dates, returns, benchmark } = readReturnsFile(values.returns, values.column, values['benchmark-column']);
  if (returns.length === 0) throw new AppError('BAD_INPUT', `--returns: ${values.returns} has a header and no row; give one return per row.`);
  const report = computeMetrics(returns, { benchmark, rf, preset, ...(dates ? { dates } : {}) });
  // Seeded: the same file gives the same interval.
  const interval = returns.length > MOST_RESAMPLED ? null : bootstrapSharpe(returns, { uniform: createPrng(1).uniform, rf });
  const causes: typeof report.causes & { sharpe_ci95?: string } = interval ? report.causes : { ...report.causes, sharpe_ci95: returns.length > MOST_RESAMPLED ? `more than ${MOST_RESAMPLED} returns are not resampled` : 'it needs 20 returns that differ' };
  const json = { definitions: report.preset, rf: report.rf, periods_per_year: report.periodsPerYear, from: dates?.[0] ?? null, to: dates?.at(-1) ?? null, ...report.metrics, sharpe_ci95: interval, headline: report.headline, causes };
  process.stdout.write(`${values.json ? JSON.stringify(json) : printMetrics(report, dates, interval ?? causes.sharpe_ci95 ?? '')}\n`);
  return 0;
}
