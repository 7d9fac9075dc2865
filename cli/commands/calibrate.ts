import { AppError } from '@/server/contracts/errors';
import { plainNumber } from '@/server/contracts/plain-number';
import type { EquityText } from '@/server/execution/calibration/read-equity';
import { DEFAULT_FRICTION } from '@/server/reward/friction-model';
import { type BrokerCalibration, calibrateBroker } from '@/server/simulation/calibrate-broker';
import { fixed } from '../fixed';
import { parseArgs } from '../parse-args';
import { bookCalibration, printBookCalibration } from './calibrate/book-calibration';
import { readTextFile } from './metrics';

export const help = `oomrl calibrate --fills FILE --quotes FILE [--equity AMOUNT|FILE] [--json]
oomrl calibrate --book NAME [--episode N] [--json]

Fits what trading costs from your own fills and quotes. Fills: timestamp, symbol, side, quantity, reference_price, fill_price,
commission, bar_volume, bar_high, bar_low, bar_close, submitted_at, filled_at. Quotes: timestamp, symbol, bid, ask. Times with zone.
--equity, the account's money before a day's trades, adds realised against modelled friction by day and name, and from three days of fills on
λ and γ of eq. 1: one amount for all days (1000000), or a CSV with date, equity; a column equity in the fills does the same.
The impact fitted here is linear in the share of the bar's volume; the impact coefficient of Settings, Costs is that of a square-root law and
is another number. --book says λ, γ, half spread and that coefficient from a book's own fills, beside what it is configured with.
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
  const file = (path: string, option: string) => ({ name: path, text: readTextFile(path, option) });
  const calibration = calibrateBroker({ fills: file(values.fills, '--fills'), quotes: file(values.quotes, '--quotes'), equity: values.equity === undefined ? null : equityOf(values.equity) }, DEFAULT_FRICTION);
  process.stdout.write(`${values.json ? JSON.stringify(calibration) : print(calibration)}\n`);
  return 0;
}

/** What reads as a number is an amount, everything else a path. @throws AppError BAD_INPUT */
function equityOf(value: string): EquityText {
  const grouped = /^[\d.,' ]+$/.test(value);
  if (value.trim() === '' || plainNumber(value) !== null || grouped) return { kind: 'amount', name: '--equity', text: value };
  return { kind: 'file', name: value, text: readTextFile(value, '--equity') };
}

function print(c: BrokerCalibration): string {
  const bp = (x: number) => fixed(x, 6).padStart(12);
  return [
    `${c.aligned} fills beside a quote${c.unmatched === 0 ? '' : `, ${c.unmatched} without one (no earlier quote of the name)`}`,
    '',
    'in basis points            median           p90           p99',
    `quoted spread        ${bp(c.spreadBp.median)}  ${bp(c.spreadBp.p90)}  ${bp(c.spreadBp.p99)}`,
    `shortfall            ${bp(c.shortfallBp.median)}  ${bp(c.shortfallBp.p90)}  ${bp(c.shortfallBp.p99)}`,
    '',
    `fit                  base ${fixed(c.fit.baseBp, 6)} bp, impact ${fixed(c.fit.impactCoefficient, 6)} bp per bp of the bar's volume (linear: not the coefficient of Settings)`,
    `residual             mean ${fixed(c.residualBp.mean, 6)} bp, mean absolute ${fixed(c.residualBp.mae, 6)} bp, p90 ${fixed(c.residualBp.p90Abs, 6)} bp, largest ${fixed(c.residualBp.maxAbs, 6)} bp`,
    `without calibration  mean absolute ${fixed(c.stressResidualBp.mae, 6)} bp; calibration takes off ${fixed(c.maeReductionBp, 6)} bp`,
    `delay                median ${c.latencySeconds.median} s, p90 ${c.latencySeconds.p90} s; age of the quote median ${c.quoteAgeSeconds.median} s, p90 ${c.quoteAgeSeconds.p90} s`,
    `participation        p90 ${fixed(c.participationP90 * 100, 4)} % of the bar`,
    ...frictionLines(c),
  ].join('\n');
}

const NAMES = 10;

function frictionLines({ friction, whyNoFriction, interval, byDay, byName }: BrokerCalibration): string[] {
  if (byDay.length === 0) return ['', `eq. 1                ${whyNoFriction} --equity AMOUNT|FILE adds them.`];
  const range = (of: 'lambda' | 'gamma'): string => {
    const bounds = interval?.[of];
    return bounds ? `${bounds[0].toExponential(2)} to ${bounds[1].toExponential(2)}` : 'held at 0';
  };
  const mean = (of: 'modelled' | 'realised'): string => fixed((byDay.reduce((sum, day) => sum + day[of], 0) / byDay.length) * 1e4, 2);
  const fit = friction === null
    ? [`eq. 1                ${whyNoFriction} Realised against modelled alone:`]
    : [
        `eq. 1                λ ${friction.lambda.toExponential(4)}, γ ${friction.gamma.toExponential(4)} over ${friction.days} days (UTC) that traded, R² ${fixed(friction.r2, 3)}, commission included`,
        `95 %                 λ ${range('lambda')}, γ ${range('gamma')}`,
      ];
  return [
    '',
    ...fit,
    `a day, bp of equity  realised ${mean('realised')}, modelled ${mean('modelled')} by the λ and γ that the console ships`,
    '',
    `dearest names, bp of money traded   realised    modelled${friction === null ? '' : '   as fitted'}`,
    ...byName.slice(0, NAMES).map((n) => `  ${n.symbol.padEnd(32)}${fixed(n.realisedBp, 2).padStart(10)}  ${fixed(n.modelledBp, 2).padStart(10)}${n.fittedBp === null ? '' : `  ${fixed(n.fittedBp, 2).padStart(10)}`}   ${n.fills} fills`),
  ];
}
