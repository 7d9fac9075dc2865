import { z } from 'zod';
import { AppError } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { parseFactor } from '@/server/factors/parse';
import { unadjustedDays } from '@/server/market/unadjusted-days';
import { factorScores } from '@/server/simulation/qlib/factor-scores';
import { type QlibRisk, qlibRiskTable } from '@/server/simulation/qlib/risk';
import { runQlib } from '@/server/simulation/qlib/run-qlib';
import { QLIB_DEFAULTS } from '@/server/simulation/qlib/types';
import { fixed } from '../../fixed';
import { datedInOrder, readValues } from '../../read-values';
import { marketFacts, openMarket } from './open-market';
import { unadjustedLines } from './unadjusted-lines';

export const QLIB_OPTIONS = { signal: { type: 'string' }, topk: { type: 'string' }, 'n-drop': { type: 'string' }, periods: { type: 'string' } } as const;

const qlibSchema = datedInOrder(z.object({
  market: z.string({ error: 'is needed: the name of an imported market' }),
  signal: z.string({ error: 'is needed in qlib mode: a factor expression, for example "0-($close/Ref($close,20)-1)"' }),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  capital: z.coerce.number().positive().max(1e12).default(QLIB_DEFAULTS.initialCash),
  topk: z.coerce.number().int().min(1).max(10_000).default(QLIB_DEFAULTS.topk),
  'n-drop': z.coerce.number().int().min(1).max(10_000).default(QLIB_DEFAULTS.nDrop),
  /** N of the annual figures; Qlib's own default is 238. */
  periods: z.coerce.number().int().min(1).max(366).default(252),
}));

/** `oomrl backtest --mode qlib`: a top-k account on a factor expression in Qlib's exact terms. @throws AppError */
export function runQlibMode(values: Record<string, unknown>): number {
  if (values.strategy !== undefined) throw new AppError('BAD_INPUT', '--mode qlib ranks the names by --signal EXPRESSION and takes no --strategy.');
  const settings = readValues(qlibSchema, values);
  const expr = parseFactor(settings.signal);
  const market = openMarket(settings.market);
  const options = { ...QLIB_DEFAULTS, initialCash: settings.capital, topk: settings.topk, nDrop: settings['n-drop'] };
  const span = { ...(settings.from ? { from: settings.from } : {}), ...(settings.to ? { to: settings.to } : {}) };
  const { days, positions } = runQlib({ panel: market.panel, options, scores: factorScores(market.panel, expr), ...span });
  const risk = qlibRiskTable(days, settings.periods);
  const [from, to] = [days[0]!.date, days.at(-1)!.date];
  const report = { mode: 'qlib', market: marketFacts(market), unadjusted: unadjustedDays(market.row.ledger, from, to), signal: settings.signal, options, periods: settings.periods, days: days.length, from, to, account: days.at(-1)!.account, risk, report: days, positions };
  process.stdout.write(`${values.json === true ? JSON.stringify(report) : printQlib(report)}\n`);
  return 0;
}

function printQlib(r: { market: ReturnType<typeof marketFacts>; unadjusted: ReturnType<typeof unadjustedDays>; signal: string; days: number; from: string; to: string; account: number; periods: number; risk: ReturnType<typeof qlibRiskTable>; options: { topk: number; nDrop: number; initialCash: number }; report: readonly { account: number; date: string }[]; positions: readonly unknown[] }): string {
  const line = (name: string, risk: QlibRisk | null) =>
    risk === null ? `${name}  n/a: the market has no benchmark on every day` : `${name}  annualised ${fixed(risk.annualizedReturn * 100, 4)} %  IR ${risk.informationRatio?.toFixed(6) ?? 'n/a'}  max drawdown ${fixed(risk.maxDrawdown * 100, 4)} %`;
  return [
    `Qlib account on ${r.market.name}${r.market.synthetic ? ` (SYNTHETIC DATA, seed ${r.market.seed})` : ''}: top ${r.options.topk}, drop ${r.options.nDrop}, signal ${r.signal}`,
    ...unadjustedLines(r.unadjusted),
    `${r.days} days, ${r.from} to ${r.to}: ${fixed(r.report[0]!.account, 4)} after the first, ${fixed(r.account, 4)} at the end; ${r.positions.length} positions`,
    `Annual figures: mean × ${r.periods}, sums, no compounding`,
    line('excess without cost', r.risk.excessWithoutCost),
    line('excess with cost   ', r.risk.excessWithCost),
    line('absolute with cost ', r.risk.absoluteWithCost),
  ].join('\n');
}
