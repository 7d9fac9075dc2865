import Link from 'next/link';
import { STALE_SESSIONS, type UnpricedHolding } from '@/server/contracts/unpriced-holding';
import { formatInteger, formatPercent } from '../format';
import { paths } from '../paths';
import { Glyph } from '../ui/chip';
import { DateText } from '../ui/date-text';

const NAMED = 6;

/** "no price since 2024-05-10 (6 sessions)". */
export function SinceWhen({ holding: { pricedOn, sessions } }: { holding: Pick<UnpricedHolding, 'pricedOn' | 'sessions'> }) {
  return (
    <>
      {pricedOn === null ? 'no price in this market' : 'no price since '}
      {pricedOn !== null && <DateText date={pricedOn} />} ({formatInteger(sessions)} {sessions === 1 ? 'session' : 'sessions'})
    </>
  );
}

/** Which holdings had no price on the day, what rests on them, and, once one is stale, what a person can do. Nothing where all had one, or where the day did not keep it. */
export function UnpricedNotice({ unpriced, date }: { unpriced: readonly UnpricedHolding[] | null; date: string }) {
  if (unpriced === null || unpriced.length === 0) return null;
  const one = unpriced.length === 1;
  return (
    <aside aria-label="Holdings without a price" className="mb-4 flex gap-2.5 rounded-md border border-line-strong bg-raise px-3 py-2 text-[0.8125rem]">
      <Glyph shape="triangle" className="mt-0.5 text-signal" />
      <p className="max-w-prose">
        <strong className="font-medium">
          {one ? 'One holding' : `${formatInteger(unpriced.length)} holdings`} had no price on {date}:
        </strong>{' '}
        {unpriced.slice(0, NAMED).map((holding, k) => (
          <span key={holding.symbol}>
            {k > 0 && '; '}
            <span className="font-mono text-xs">{holding.symbol}</span>, <SinceWhen holding={holding} />
          </span>
        ))}
        {unpriced.length > NAMED && `; ${formatInteger(unpriced.length - NAMED)} more`}. {one ? 'It stands at the last price it had,' : 'They stand at the last price each had, in all'}{' '}
        <span className="num">{formatPercent(unpriced.reduce((sum, h) => sum + h.weight, 0))}</span> of equity, and cannot be sold before {one ? 'it trades' : 'they trade'} again.
        {unpriced.some((h) => h.sessions >= STALE_SESSIONS) && (
          <>
            {' '}
            If bars are missing,{' '}
            <Link href={paths.data()} className="rounded text-accent underline underline-offset-4">
              import them
            </Link>
            ; what was delisted is worth only what can still be got for it: take that part off the equity, or begin a new episode without it.
          </>
        )}
      </p>
    </aside>
  );
}
