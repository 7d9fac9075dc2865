import { isDoubtful } from '@/server/simulation/stale-watch';
import type { ReasonCounts, StaleReport } from '@/server/simulation/types';
import { fixed } from '../../fixed';
import type { BacktestReport } from './backtest-report';
import { unadjustedLines } from './unadjusted-lines';

const percent = (x: number | null, digits = 2): string => (x === null ? 'n/a' : `${fixed(x * 100, digits)} %`);
const money = (fen: number, currency: string): string => `${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`;
const reasons = (counts: ReasonCounts): string => {
  const parts = Object.entries(counts).map(([reason, count]) => `${reason} ${count}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

const NAMED = 5;
/** What of the final equity nobody could deal at; no line for a run that never held such a thing. */
function staleRows({ sessions, worstShare, worstDate, finalShare, unpriced }: StaleReport): [string, string, string][] {
  if (worstDate === null && finalShare === 0) return [];
  const names = unpriced.filter(isDoubtful).map((h) => `${h.symbol} without a price since ${h.pricedOn}, ${h.sessions} ${h.sessions === 1 ? 'session' : 'sessions'}${h.ended ? ', its rows end' : ''}`);
  const listed = names.length > NAMED ? [...names.slice(0, NAMED), `${names.length - NAMED} more`] : names;
  const worst = worstDate === null ? '' : `; worst ${percent(worstShare)} on ${worstDate}`;
  return [['At stale prices', percent(finalShare), `of the final equity (no price for ${sessions} sessions, or rows that end)${worst}${listed.length === 0 ? '' : `: ${listed.join('; ')}`}`]];
}

/** The report for people: one number a line, its definition beside it. */
export function printBacktest(r: BacktestReport): string {
  const { currency } = r.market;
  const rows: [string, string, string][] = [
    ['Days (N)', String(r.days), `${r.from} to ${r.to}`],
    ['Final equity', money(r.finalEquityFen, currency), `from ${money(r.initialFen, currency)}`],
    ...staleRows(r.stale),
    ['Annual return', percent(r.headline.annual_return.value), r.headline.annual_return.definition],
    ['Sharpe', r.sharpe === null ? 'n/a' : fixed(r.sharpe, 3), r.headline.sharpe.definition],
    ['Maximum drawdown', percent(r.mdd), r.headline.max_drawdown.definition],
    ['Principal loss L_t', percent(r.finalPrincipalLoss), `at the end; worst ${percent(r.maxPrincipalLoss)}${r.terminalDate === null ? '' : `; absorbing state on ${r.terminalDate}`}`],
    ['Turnover', percent(r.annualTurnover, 0), 'one-way, mean of a day × 252'],
    ['Friction, modelled', percent(r.modelledFriction), 'sum over the days of λ‖Δω‖₁ + γ√‖Δω‖ (eq. 1)'],
    ['Friction, realised', percent(r.realisedFriction), `sum over the days, from fills: ${money(r.realised.totalFen, currency)}`],
    ['  fees', money(r.realised.commissionFen + r.realised.dutyFen + r.realised.transferFen + r.realised.otherFen, currency), 'commission, duty, transfer, exchange and regulatory'],
    ['  spread and impact', money(r.realised.spreadFen + r.realised.impactFen, currency), 'distance of the fills from the reference price'],
    ['Cumulative reward', fixed(r.rewardSum, 4), 'Σ R_t of eq. 2'],
    ['Orders', String(r.orders), `${r.fills} with a fill`],
    ['  partial', String(r.partial), reasons(r.partialBy).trim()],
    ['  rejected', String(r.rejected), reasons(r.rejectedBy).trim()],
  ];
  const [name, value] = [0, 1].map((i) => Math.max(...rows.map((row) => row[i]!.length))) as [number, number];
  const head = `${r.strategy.name} (${r.strategy.packageHash.slice(0, 12)}) on ${r.market.name}${r.market.synthetic ? ` (SYNTHETIC DATA, seed ${r.market.seed})` : ''}, friction ${r.friction}`;
  return [head, ...unadjustedLines(r.unadjusted), '', ...rows.map(([a, b, c]) => `${a.padEnd(name)}  ${b.padStart(value)}  ${c}`.trimEnd())].join('\n');
}
