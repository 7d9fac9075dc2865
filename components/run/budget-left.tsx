import { formatInteger, formatNumber, formatPercent } from '@/components/format';
import { cx } from '@/components/cx';

export interface Spend {
  readonly used: number;
  readonly limit: number;
}
export interface Budget {
  readonly tokens: Spend;
  readonly cpuSeconds: Spend;
  /** Micro-units of the account's currency. */
  readonly moneyMicros: Spend;
  readonly exhausted: boolean;
}

/** Compute capital of the agent: what is spent and what is left. At zero it stops for good until a person tops it up. */
export function BudgetLeft({ budget }: { budget: Budget }) {
  return (
    <div className="space-y-3">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
        <Line label="Tokens" spend={budget.tokens} show={formatInteger} />
        <Line label="CPU, s" spend={budget.cpuSeconds} show={(v) => formatNumber(v, 1)} />
        <Line label="Money" spend={budget.moneyMicros} show={(v) => formatNumber(v / 1e6, 4)} />
      </dl>
      {budget.exhausted ? <p className="text-xs text-signal">Used up. Only a person can top it up, with a reason, in Settings.</p> : null}
    </div>
  );
}

function Line({ label, spend, show }: { label: string; spend: Spend; show: (value: number) => string }) {
  const share = spend.limit > 0 ? Math.min(1, spend.used / spend.limit) : 1;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs">
      <dt className="text-ink-2">{label}</dt>
      <dd className="num">
        {show(Math.max(0, spend.limit - spend.used))} <span className="text-ink-3">left of {show(spend.limit)}</span>
      </dd>
      <dd className="mt-1 h-1 basis-full overflow-hidden rounded-full bg-sink" title={`${formatPercent(share, 1)} used`} aria-hidden="true">
        <div className={cx('h-full rounded-full', share >= 0.9 ? 'bg-signal' : 'bg-ink-3')} style={{ width: `${share * 100}%` }} />
      </dd>
    </div>
  );
}
