import { formatInteger, formatNumber, NO_VALUE } from '@/components/format';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { CallSums } from '@/server/agents/traces/imported-run';

/** What the priced calls cost, and how many have no price: an unknown price is not 0. */
export function Cost({ sums: { calls, costMicros, unpriced } }: { sums: CallSums }) {
  return (
    <>
      {unpriced === calls ? NO_VALUE : formatNumber(costMicros / 1e6, 4)}
      {unpriced > 0 ? <span className="block text-2xs text-ink-3">{formatInteger(unpriced)} unpriced</span> : null}
    </>
  );
}

/** How many calls; on a phone the failed ones stand under them. */
export function Calls({ sums: { calls, failed } }: { sums: CallSums }) {
  return (
    <>
      {formatInteger(calls)}
      {failed > 0 ? <span className="block text-2xs text-ink-3 sm:hidden">{formatInteger(failed)} failed</span> : null}
    </>
  );
}

/** Calls, tokens and cost, one row a group. */
export function CostTable({ caption, head, rows }: { caption: string; head: string; rows: readonly (CallSums & { readonly name: string })[] }) {
  return (
    <Table caption={caption} fit>
      <Thead>
        <Th>{head}</Th>
        <Th num>Calls</Th>
        <Th num className="max-sm:hidden">
          Failed
        </Th>
        <Th num>Tokens in</Th>
        <Th num>Tokens out</Th>
        <Th num>Cost</Th>
      </Thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.name}>
            <Td className="wrap-anywhere sm:whitespace-nowrap">{row.name}</Td>
            <Td num>
              <Calls sums={row} />
            </Td>
            <Td num className="max-sm:hidden">
              {formatInteger(row.failed)}
            </Td>
            <Td num>{formatInteger(row.inputTokens)}</Td>
            <Td num>{formatInteger(row.outputTokens)}</Td>
            <Td num>
              <Cost sums={row} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
