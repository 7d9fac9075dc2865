import Link from 'next/link';
import type { AccountRow } from '@/server/accounts/import-workspace';
import { formatInteger } from '../format';
import { paths } from '../paths';
import { Ago, DateText } from '../ui/date-text';
import { Hash } from '../ui/hash';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

/** Imported accounts, one row each. */
export function AccountTable({ accounts }: { accounts: readonly AccountRow[] }) {
  return (
    <Table caption="Accounts">
      <Thead>
        <Th>Account</Th>
        <Th>From</Th>
        <Th>To</Th>
        <Th num>Days</Th>
        <Th num>Trades</Th>
        <Th className="max-md:hidden">Benchmark</Th>
        <Th className="max-lg:hidden">Content</Th>
        <Th num className="max-sm:hidden">
          Imported
        </Th>
      </Thead>
      <tbody>
        {accounts.map((account) => (
          <Tr key={account.id}>
            <Td className="py-2.5">
              <Link href={paths.data({ account: account.name })} scroll={false} className="font-medium hover:underline hover:underline-offset-4">
                {account.name}
              </Link>
              <div className="mt-1 text-xs text-ink-2">QuantPits workspace, {account.currency}, read-only</div>
            </Td>
            <Td>
              <DateText date={account.firstDate} />
            </Td>
            <Td>
              <DateText date={account.lastDate} />
            </Td>
            <Td num>{formatInteger(account.dayCount)}</Td>
            <Td num>{formatInteger(account.tradeCount)}</Td>
            <Td className="text-ink-2 max-md:hidden">{account.benchmark ?? 'none'}</Td>
            <Td className="max-lg:hidden">
              <Hash value={account.contentHash} kind="content hash" />
            </Td>
            <Td num className="text-xs text-ink-2 max-sm:hidden">
              <Ago at={account.importedAt} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
