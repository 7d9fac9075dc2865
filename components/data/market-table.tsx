import Link from 'next/link';
import type { MarketRow } from '@/server/db/market-store';
import { formatInteger } from '../format';
import { paths } from '../paths';
import { Ago, DateText } from '../ui/date-text';
import { Hash } from '../ui/hash';
import { SyntheticBadge } from '../ui/synthetic-badge';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { readLedger } from './read-ledger';

const BOARDS: Record<string, string> = { 'cn-a': 'China A-shares', us: 'US' };

/** Where prices come from, how far they reach, and how much of them was refused or doubted. */
export function MarketTable({ markets }: { markets: readonly MarketRow[] }) {
  return (
    <Table caption="Markets, one a row">
      <Thead>
        <Th>Market</Th>
        <Th className="max-md:hidden">Board</Th>
        <Th>From</Th>
        <Th className="max-sm:hidden">To</Th>
        <Th num className="max-sm:hidden">
          Symbols
        </Th>
        <Th num className="max-sm:hidden">
          Sessions
        </Th>
        <Th num>Refused</Th>
        <Th num>Findings</Th>
        <Th className="max-lg:hidden">Content</Th>
        <Th num className="max-sm:hidden">
          Stored
        </Th>
      </Thead>
      <tbody>
        {markets.map((market) => {
          const ledger = readLedger(market.ledger);
          return (
            <Tr key={market.name}>
              <Td className="py-2.5">
                <Link href={paths.data({ market: market.name })} scroll={false} className="font-medium hover:underline hover:underline-offset-4">
                  {market.name}
                </Link>
                <div className="mt-1 text-xs text-ink-2">{market.synthetic ? <SyntheticBadge seed={market.seed} /> : market.benchmark ? `benchmark ${market.benchmark}` : 'no benchmark'}</div>
              </Td>
              <Td className="text-ink-2 max-md:hidden">
                {BOARDS[market.board] ?? market.board}, {market.currency}
              </Td>
              <Td>
                <DateText date={market.firstDate} />
                <span className="block text-xs text-ink-2 sm:hidden">
                  to <DateText date={market.lastDate} />
                </span>
              </Td>
              <Td className="max-sm:hidden">
                <DateText date={market.lastDate} />
              </Td>
              <Td num className="max-sm:hidden">
                {formatInteger(market.symbolCount)}
              </Td>
              <Td num className="max-sm:hidden">
                {formatInteger(market.dayCount)}
              </Td>
              <Td num>{formatInteger(ledger?.refused)}</Td>
              <Td num>{formatInteger(ledger?.findings.length)}</Td>
              <Td className="max-lg:hidden">
                <Hash value={market.panelHash} kind="panel hash" />
              </Td>
              <Td num className="text-xs text-ink-2 max-sm:hidden">
                <Ago at={market.createdAt} />
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}
