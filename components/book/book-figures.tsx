import { STALE_SESSIONS } from '@/server/contracts/unpriced-holding';
import type { StepView } from '@/server/books/read-day';
import { LossGauge } from '../charts/loss-gauge';
import { formatBp, formatMoney, formatPercent } from '../format';
import { paths } from '../paths';
import { Metric, MetricRow } from '../ui/metric';
import { Bp, Money, Percent } from '../ui/number';

interface BookFiguresProps {
  step: StepView | null;
  bookId: string;
  episodeId: string;
  currency: string;
  initialFen: number;
  tau: number;
  /** Realised friction of the day as a part of equity before it. */
  frictionRealised: number | null;
  /** Means of the last 20 days × 252; null before there are 20. */
  annualFriction: number | null;
  annualTurnover: number | null;
}

const aYear = (value: number | null) => (value === null ? 'a year: after 20 days' : `20-day mean × 252: ${formatPercent(value, 0)} a year`);

/** The six figures of the last day. Each number leads to the rows it was computed from. */
export function BookFigures({ step, bookId, episodeId, currency, initialFen, tau, frictionRealised, annualFriction, annualTurnover }: BookFiguresProps) {
  const rows = step ? paths.day(bookId, step.date, { episode: episodeId }) : undefined;
  const stale = step?.unpriced?.reduce((sum, h) => (h.sessions >= STALE_SESSIONS ? sum + h.weight : sum), 0) ?? 0;
  const modelled = step ? step.frictionLinear + step.frictionRoot : null;
  return (
    <MetricRow>
      <Metric label="Equity" term="equity" href={rows} note={stale > 0 ? <Lines first={`from ${formatMoney(initialFen, currency)}`} second={`${formatPercent(stale)} of it at prices ${STALE_SESSIONS} sessions old or older`} /> : `from ${formatMoney(initialFen, currency)}`}>
        <Money fen={step?.equityFen ?? initialFen} currency={currency} />
      </Metric>
      <Metric label="Last day" term="pnl" href={rows} note={step ? <Money fen={step.pnlFen} currency={currency} signed /> : 'no day yet'}>
        <Percent value={step?.dayReturn} signed />
      </Metric>
      <Metric
        label="Principal loss L_t"
        term="principal_loss"
        href={rows}
        note={
          <span className="block pt-1.5">
            <LossGauge principalLoss={step?.principalLoss ?? null} tau={tau} />
          </span>
        }
      >
        {formatPercent(step?.principalLoss ?? null)} <span className="text-xs font-normal text-ink-3">of τ {formatPercent(tau, 0)}</span>
      </Metric>
      <Metric label="Drawdown" term="drawdown" href={rows} note="from the highest equity">
        {formatPercent(step?.drawdown ?? null)}
      </Metric>
      <Metric label="Friction, realised" term="friction_realised" href={rows} note={<Lines first={`modelled ${formatBp(modelled)}`} second={aYear(annualFriction)} />}>
        <Bp value={frictionRealised} />
      </Metric>
      <Metric label="Turnover" term="turnover" href={rows} note={<Lines first="that day, one-way" second={aYear(annualTurnover)} />}>
        <Percent value={step?.turnover} digits={1} />
      </Metric>
    </MetricRow>
  );
}

const Lines = ({ first, second }: { first: string; second: string }) => (
  <>
    {first}
    <span className="block whitespace-normal">{second}</span>
  </>
);
