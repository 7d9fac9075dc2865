import Link from 'next/link';
import type { VersionStretch } from '@/server/books/list-versions';
import { formatInteger } from '../format';
import { paths } from '../paths';
import { DateText, TimeText } from '../ui/date-text';
import { Definition } from '../ui/definition';
import { Hash } from '../ui/hash';
import { Bp, Money, Percent } from '../ui/number';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

const kinds = { initial: 'Start of the episode', deploy: 'Deployed', roll_back: 'Rolled back' };

/** Which version traded when, and what it earned meanwhile. */
export function VersionsTable({ stretches, currency }: { stretches: readonly VersionStretch[]; currency: string }) {
  return (
    <Table caption="Versions and what they earned">
      <Thead>
        <Th>
          <Definition term="version">Version</Definition>
        </Th>
        <Th className="max-sm:hidden">From the close of</Th>
        <Th className="max-sm:hidden">To</Th>
        <Th num>Days</Th>
        <Th num>Earned, {currency}</Th>
        <Th num>Return</Th>
        <Th num className="max-md:hidden">
          <Definition term="turnover">Turnover</Definition> a day
        </Th>
        <Th num className="max-md:hidden">
          <Definition term="friction_realised">Friction</Definition> a day
        </Th>
        <Th className="max-lg:hidden">By</Th>
      </Thead>
      <tbody>
        {stretches.map((v) => (
          <Tr key={v.deploymentId}>
            <Td>
              <span className="font-medium">{v.label}</span> <span className="max-sm:hidden">
                <Hash value={v.commit} kind="commit" />
              </span>
              <div className="text-xs text-ink-2">
                {v.proposalId ? (
                  <Link href={paths.proposal(v.proposalId)} className="hover:underline hover:underline-offset-4">
                    {kinds[v.kind]} from a proposal
                  </Link>
                ) : (
                  kinds[v.kind]
                )}
                <span className="block sm:hidden">
                  close of <DateText date={v.from} />
                </span>
              </div>
            </Td>
            <Td className="max-sm:hidden">
              <DateText date={v.from} />
            </Td>
            <Td className="max-sm:hidden">{v.to ? <DateText date={v.to} /> : <span className="text-ink-2">now</span>}</Td>
            <Td num>{formatInteger(v.days)}</Td>
            <Td num>
              <Money fen={v.pnlFen} currency={currency} signed />
            </Td>
            <Td num>
              <Percent value={v.days > 0 ? v.cumReturn : null} signed />
            </Td>
            <Td num className="max-md:hidden">
              <Percent value={v.days > 0 ? v.turnover / v.days : null} digits={1} />
            </Td>
            <Td num className="max-md:hidden">
              <Bp value={v.days > 0 ? v.frictionRealised / v.days : null} />
            </Td>
            <Td className="text-xs text-ink-2 max-lg:hidden">
              {v.deployedBy}, <TimeText at={v.at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
