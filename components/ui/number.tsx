import { cx } from '../cx';
import { formatBp, formatMoney, formatNumber, formatPercent } from '../format';

/** Gain and loss: arrow, sign and colour together, so that none of them is needed alone. */
function Signed({ value, shown, signed, className }: { value: number | null | undefined; shown: string; signed: boolean; className?: string | undefined }) {
  const moved = signed && typeof value === 'number' && /[1-9]/.test(shown) ? Math.sign(value) : 0;
  return (
    <span className={cx('num whitespace-nowrap', moved > 0 && 'text-gain', moved < 0 && 'text-loss', className)}>
      {moved !== 0 && (
        <span aria-hidden="true" className="mr-1 text-[0.65em]">
          {moved > 0 ? '▲' : '▼'}
        </span>
      )}
      {shown}
    </span>
  );
}

interface Common {
  /** Show as gain or loss: plus sign, arrow, colour. */
  signed?: boolean;
  className?: string;
}

export const Money = ({ fen, currency = 'CNY', signed = false, className }: Common & { fen: number | null | undefined; currency?: string }) => (
  <Signed value={fen} shown={formatMoney(fen, currency, signed)} signed={signed} className={className} />
);
export const Percent = ({ value, digits = 2, signed = false, className }: Common & { value: number | null | undefined; digits?: number }) => (
  <Signed value={value} shown={formatPercent(value, digits, signed)} signed={signed} className={className} />
);
export const Bp = ({ value, digits = 1, signed = false, className }: Common & { value: number | null | undefined; digits?: number }) => (
  <Signed value={value} shown={formatBp(value, digits, signed)} signed={signed} className={className} />
);
export const Num = ({ value, digits = 2, unit, signed = false, className }: Common & { value: number | null | undefined; digits?: number; unit?: string }) => (
  <Signed value={value} shown={formatNumber(value, digits, signed) + (unit && value !== null && value !== undefined ? ` ${unit}` : '')} signed={signed} className={className} />
);
