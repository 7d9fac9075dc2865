import { STALE_SESSIONS } from '@/server/contracts/unpriced-holding';
import type { Holding } from '@/server/books/read-holdings';
import { formatInteger } from '../format';
import { cx } from '../cx';
import { Glyph } from '../ui/chip';
import { Definition } from '../ui/definition';
import { EmptyState } from '../ui/empty-state';
import { Money, Percent } from '../ui/number';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { SinceWhen } from './unpriced-notice';

/** What the book holds after its last day, largest first. */
export function HoldingsTable({ holdings, currency, date }: { holdings: readonly Holding[]; currency: string; date: string | null }) {
  if (holdings.length === 0) return <EmptyState kind="none" title="The book holds nothing but cash." />;
  return (
    <Table caption={`Holdings after ${date}`}>
      <Thead>
        <Th>Symbol</Th>
        <Th num>Shares</Th>
        <Th num className="max-sm:hidden">
          <Definition text="Bought today: under T+1 they cannot be sold before the next session.">Locked</Definition>
        </Th>
        <Th num className="max-sm:hidden">
          Close, {currency}
        </Th>
        <Th num>Value, {currency}</Th>
        <Th num>Weight</Th>
        <Th num>
          <Definition text="Value at the last close less what was paid for the shares, fees apart.">Unrealised</Definition>
        </Th>
      </Thead>
      <tbody>
        {holdings.map((h) => (
          <Tr key={h.symbol} id={`holding-${h.symbol}`}>
            <Td className="font-mono text-xs">
              {h.symbol}
              {h.unpriced && (
                <span className={cx('mt-0.5 flex gap-1 font-sans text-xs max-sm:w-24', h.unpriced.sessions >= STALE_SESSIONS ? 'text-signal' : 'text-ink-2')}>
                  <Glyph shape="triangle" className="mt-0.5" />
                  <span>
                    <SinceWhen holding={h.unpriced} />
                  </span>
                </span>
              )}
            </Td>
            <Td num>{formatInteger(h.shares)}</Td>
            <Td num className="text-ink-2 max-sm:hidden">
              {h.lockedShares === 0 ? '–' : formatInteger(h.lockedShares)}
            </Td>
            <Td num className="max-sm:hidden">
              <Money fen={h.priceFen} currency={currency} />
            </Td>
            <Td num>
              <Money fen={h.valueFen} currency={currency} />
            </Td>
            <Td num>
              <Percent value={h.weight} />
            </Td>
            <Td num>
              <Money fen={h.pnlFen} currency={currency} signed />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
