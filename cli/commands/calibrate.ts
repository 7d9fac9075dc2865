import { AppError } from '@/server/contracts/errors';
import { type FillCalibration, fitFillModel } from '@/server/execution/calibration/fit-fill-model';
import { type FrictionFit, fitFrictionModel } from '@/server/execution/calibration/fit-friction-model';
import { measureFills } from '@/server/execution/calibration/measure-fills';
import { observeFrictionDays } from '@/server/execution/calibration/observe-friction-days';
import { fillRow, parseRows, quoteRow } from '@/server/execution/calibration/read-observed';
import { fixed } from '../fixed';
import { parseArgs } from '../parse-args';
import { bookCalibration, printBookCalibration } from './calibrate/book-calibration';
import { readTextFile } from './metrics';

export const help = `oomrl calibrate --fills FILE --quotes FILE [--equity AMOUNT] [--json]
oomrl calibrate --book NAME [--episode N] [--json]

Fits what trading costs from your own fills and quotes. Fills: timestamp, symbol, side, quantity, reference_price, fill_price,
commission, bar_volume, bar_high, bar_low, bar_close, submitted_at, filled_at. Quotes: timestamp, symbol, bid, ask. Times with zone.
--equity, the account's money, adds λ and γ of eq. 1 (at least three days of fills). --book says the same of a book's own fills, beside what it is
configured with, realised and modelled friction by day and name.
`;

/** `oomrl calibrate`. @throws AppError */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { book: { type: 'string' }, episode: { type: 'string' }, equity: { type: 'string' }, fills: { type: 'string' }, quotes: { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (values.book !== undefined) {
    if (values.fills ?? values.quotes ?? values.equity) throw new AppError('BAD_INPUT', 'calibrate takes either --book NAME or --fills FILE and --quotes FILE.');
    const friction = bookCalibration(values.book, values.episode);
    process.stdout.write(`${values.json ? JSON.stringify(friction) : printBookCalibration(friction)}\n`);
    return 0;
  }
  if (!values.fills || !values.quotes) throw new AppError('BAD_INPUT', 'calibrate needs --fills FILE and --quotes FILE, or --book NAME.');
  const { measured, unmatched } = measureFills(parseRows(readTextFile(values.fills, '--fills'), values.fills, fillRow), parseRows(readTextFile(values.quotes, '--quotes'), values.quotes, quoteRow));
  const fit = fitFillModel(measured);
  const friction = values.equity === undefined ? null : fitFrictionModel(observeFrictionDays([...measured.map((m) => m.fill), ...unmatched], parseEquity(values.equity)));
  process.stdout.write(`${values.json ? JSON.stringify({ ...fit, unmatched: unmatched.length, friction }) : print(fit, unmatched.length, friction)}\n`);
  return 0;
}

/** Money of the account. @throws AppError BAD_INPUT */
function parseEquity(text: string): number {
  const equity = text.trim() === '' ? Number.NaN : Number(text);
  if (!(equity > 0 && Number.isFinite(equity))) throw new AppError('BAD_INPUT', `--equity: value is ${JSON.stringify(text)}; allowed: a positive amount in the currency of the fills, such as 1000000.`);
  return equity;
}

function print(c: FillCalibration, unmatched: number, friction: FrictionFit | null): string {
  const bp = (x: number) => fixed(x, 6).padStart(12);
  return [
    `${c.aligned} fills beside a quote${unmatched === 0 ? '' : `, ${unmatched} without one (no earlier quote of the name)`}`,
    '',
    'in basis points            median           p90           p99',
    `quoted spread        ${bp(c.spreadBp.median)}  ${bp(c.spreadBp.p90)}  ${bp(c.spreadBp.p99)}`,
    `shortfall            ${bp(c.shortfallBp.median)}  ${bp(c.shortfallBp.p90)}  ${bp(c.shortfallBp.p99)}`,
    '',
    `fit                  base ${fixed(c.fit.baseBp, 6)} bp, impact ${fixed(c.fit.impactCoefficient, 6)} bp per bp of the bar's volume`,
    `residual             mean ${fixed(c.residualBp.mean, 6)} bp, mean absolute ${fixed(c.residualBp.mae, 6)} bp, p90 ${fixed(c.residualBp.p90Abs, 6)} bp, largest ${fixed(c.residualBp.maxAbs, 6)} bp`,
    `without calibration  mean absolute ${fixed(c.stressResidualBp.mae, 6)} bp; calibration takes off ${fixed(c.maeReductionBp, 6)} bp`,
    `delay                median ${c.latencySeconds.median} s, p90 ${c.latencySeconds.p90} s; age of the quote median ${c.quoteAgeSeconds.median} s, p90 ${c.quoteAgeSeconds.p90} s`,
    `participation        p90 ${fixed(c.participationP90 * 100, 4)} % of the bar`,
    ...(friction === null ? [] : ['', `eq. 1                λ ${friction.lambda.toExponential(4)}, γ ${friction.gamma.toExponential(4)} over ${friction.days} days (UTC) that traded, R² ${fixed(friction.r2, 3)}, commission included`]),
  ].join('\n');
}
