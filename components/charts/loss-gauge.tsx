import { formatPercent } from '../format';

/** How much of the way to τ is gone. The bar fills towards the boundary; half and three quarters are marked. */
export function LossGauge({ principalLoss, tau, compact = false }: { principalLoss: number | null; tau: number; compact?: boolean }) {
  const part = principalLoss === null ? 0 : Math.max(0, Math.min(1, principalLoss / tau));
  // A title takes no markup: the lowered t is a character there.
  const text = (symbol: string) => (principalLoss === null ? 'no step yet' : `${symbol} ${formatPercent(principalLoss)} of τ ${formatPercent(tau, 0)}`);
  return (
    <div className={compact ? 'w-28' : 'w-full'}>
      <span className="sr-only">{text('L sub t')}</span>
      <div aria-hidden="true" title={text('Lₜ')} className="relative h-1.5 rounded-full bg-sink">
        <div className={part >= 0.5 ? 'h-full rounded-full bg-signal' : 'h-full rounded-full bg-ink-3'} style={{ width: `${part * 100}%` }} />
        <span className="absolute inset-y-0 left-1/2 w-px bg-paper" />
        <span className="absolute inset-y-0 left-3/4 w-px bg-paper" />
      </div>
    </div>
  );
}
