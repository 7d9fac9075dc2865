import type { UnadjustedDays } from '@/server/market/unadjusted-days';
import type { Sim2RealPoint, Sim2RealReport } from '@/server/simulation/sim2real/types';
import { fixed } from '../../fixed';
import type { MarketFacts } from '../backtest/open-market';
import { unadjustedLines } from '../backtest/unadjusted-lines';

const DEAREST = 10;
const num = (x: number | null, digits: number, factor = 1): string => (x === null ? 'n/a' : fixed(x * factor, digits));
const COLUMNS: readonly [title: string, cell: (p: Sim2RealPoint) => string][] = [
  ['return %', (p) => num(p.annualReturn, 2, 100)],
  ['alpha %', (p) => num(p.alpha, 2, 100)],
  ['t alpha', (p) => num(p.tAlpha, 2)],
  ['Sharpe', (p) => num(p.sharpe, 2)],
  ['MDD %', (p) => num(p.maxDrawdown, 2, 100)],
  ['turnover %', (p) => num(p.annualTurnover, 0, 100)],
  ['cost/fill', (p) => num(p.costPerFillFen, 2, 0.01)],
  ['cost bp', (p) => num(p.costBp, 2)],
  ['modelled %', (p) => num(p.modelledFriction, 2, 100)],
  ['realised %', (p) => num(p.realisedFriction, 2, 100)],
  ['unfilled %', (p) => num(p.unfilled, 1, 100)],
];

function table(first: string, points: readonly Sim2RealPoint[], name: (p: Sim2RealPoint) => string): string[] {
  const rows = [[first, ...COLUMNS.map(([title]) => title)], ...points.map((p) => [name(p), ...COLUMNS.map(([, cell]) => cell(p))])];
  const width = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) => row.map((cell, i) => cell.padStart(width[i]!)).join('  '));
}

/** The report for people. Return: mean × 252; frictions: sums over the days; alpha against the market's benchmark. */
export function printSim2Real(r: Sim2RealReport, about: { market: MarketFacts; unadjusted: UnadjustedDays | null; strategy: { name: string; packageHash: string } }): string {
  const { market, strategy } = about;
  return [
    `${strategy.name} (${strategy.packageHash.slice(0, 12)}) on ${market.name}${market.synthetic ? ` (SYNTHETIC DATA, seed ${market.seed})` : ''}, ${r.from} to ${r.to}, ${r.with.days} days; absorbing state not armed`,
    ...unadjustedLines(about.unadjusted),
    `Costs take ${num(r.gap, 2, 100)} percentage points of annual return.${r.breakEvenLevel === null ? '' : ` The return reaches 0 at ${fixed(r.breakEvenLevel, 2)} times the costs.`}`,
    '',
    `By friction level (1 = the costs of the book), capital ${(r.with.initialFen / 100).toLocaleString('en-US')} ${market.currency}`,
    ...table('level', r.decay, (p) => String(p.level)),
    '',
    'By capital, at level 1',
    ...table(`capital ${market.currency}`, r.capacity, (p) => (p.initialFen / 100).toLocaleString('en-US')),
    'return, alpha: mean × 252; alpha by OLS on excess returns. MDD: maximum drawdown from the initial capital. turnover: one-way, a year. cost/fill:',
    `${market.currency}, its cost bp: of the money traded. modelled (eq. 1), realised: sums of the days’ fractions of equity. unfilled: share of the orders refused or cut.`,
    '',
    'Dearest names, cost per traded money in bp (realised, eq. 1)',
    ...r.names.slice(0, DEAREST).map((n) => `${n.symbol.padEnd(12)}  ${fixed(n.realisedBp, 2).padStart(8)}  ${fixed(n.modelledBp, 2).padStart(8)}  ${String(n.fills).padStart(6)} fills`),
    '',
    r.fitted === null ? 'Too few days with trades to fit λ and γ.' : `λ ${r.fitted.lambda.toExponential(3)}, γ ${r.fitted.gamma.toExponential(3)} fit the fills of these days best (R² ${fixed(r.fitted.r2, 3)}).`,
  ].join('\n');
}
