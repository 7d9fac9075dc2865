import { Chip } from '@/components/ui/chip';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { ProviderName } from '@/server/contracts/proposal';

export interface ProviderRow {
  readonly name: ProviderName;
  readonly label: string;
  readonly whyDisabled: string | null;
}

/** Which agents can be started here, and what is missing for the others. Keys live in the environment, never in the database. */
export function ProviderList({ providers }: { providers: readonly ProviderRow[] }) {
  return (
    <Table caption="Agent providers">
      <Thead>
        <Th>Provider</Th>
        <Th>Ready</Th>
        <Th className="max-sm:hidden">What is missing</Th>
      </Thead>
      <tbody>
        {providers.map((provider) => (
          <Tr key={provider.name}>
            <Td className="sm:whitespace-nowrap">
              {provider.label}
              {provider.whyDisabled && <span className="mt-0.5 block text-xs text-ink-2 wrap-anywhere sm:hidden">{provider.whyDisabled}</span>}
            </Td>
            <Td>{provider.whyDisabled === null ? <Chip tone="accent" shape="check">Ready</Chip> : <Chip shape="dash">Not set up</Chip>}</Td>
            <Td className="text-ink-2 max-sm:hidden">{provider.whyDisabled}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
