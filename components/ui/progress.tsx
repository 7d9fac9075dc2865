import { formatPercent } from '../format';
import { Button } from './button';

interface ProgressProps {
  /** 0..1; null while the length is unknown. */
  fraction: number | null;
  /** What is being done, in one sentence. */
  text: string | null;
  onCancel?: () => void;
  cancelReason?: string | null;
}

/** Every long thing shows how far it is and can be stopped. */
export function Progress({ fraction, text, onCancel, cancelReason }: ProgressProps) {
  const known = fraction !== null && Number.isFinite(fraction);
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <div className="flex justify-between gap-3 text-xs text-ink-2">
          <span className="truncate">{text ?? 'Working'}</span>
          {known && <span className="num">{formatPercent(fraction, 0)}</span>}
        </div>
        <div role="progressbar" aria-label={text ?? 'Progress'} aria-valuemin={0} aria-valuemax={100} aria-valuenow={known ? Math.round(fraction * 100) : undefined} className="mt-1 h-1 overflow-hidden rounded-full bg-sink">
          <div className="h-full rounded-full bg-accent transition-[width] duration-300" style={known ? { width: `${Math.min(100, fraction * 100)}%` } : { width: '30%', animation: 'indeterminate 1.4s linear infinite' }} />
        </div>
      </div>
      {onCancel && (
        <Button size="sm" onClick={onCancel} disabledReason={cancelReason}>
          Cancel
        </Button>
      )}
    </div>
  );
}
