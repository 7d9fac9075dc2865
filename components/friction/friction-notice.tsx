import Link from 'next/link';
import type { FrictionGap } from '@/server/execution/calibration/judge-friction';
import { formatBp, formatNumber } from '../format';
import { Glyph } from '../ui/chip';

/** Says aloud when eq. 1 is far from what trading cost: both numbers, what it does, what to do. Nothing where it fits or cannot be said. */
export function FrictionNotice({ gap, href }: { gap: FrictionGap | null; href?: string }) {
  if (gap === null || gap.state === 'fits' || gap.state === 'too_few') return null;
  const low = gap.state === 'understates';
  return (
    <aside aria-label="Modelled friction" className="mt-4 flex gap-2.5 rounded-md border border-line-strong bg-raise px-3 py-2 text-[0.8125rem]">
      <Glyph shape="triangle" className="mt-0.5 text-signal" />
      <p className="max-w-prose">
        <strong className="font-medium">Modelled friction is far from realised.</strong> On the last {gap.days} days that traded, execution cost <span className="num">{formatBp(gap.realised)}</span> of equity a day; eq. 1 of this book says <span className="num">{formatBp(gap.modelled)}</span>
        {gap.ratio === null ? '' : ` (realised is ${formatNumber(gap.ratio, 2)} times that)`}. The reward counts the modelled one, so it is too {low ? 'kind to' : 'hard on'} trading; equity counts what was paid.{' '}
        {href ? (
          <Link href={href} className="rounded text-accent underline underline-offset-4">
            See what the fills say, and take it or leave it.
          </Link>
        ) : (
          'The fitted coefficients stand below; an approver may take them while the book stands still.'
        )}
      </p>
    </aside>
  );
}
