import { EmptyState } from '@/components/ui/empty-state';
import { KeyValue } from '@/components/ui/key-value';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { SandboxHealth } from '@/server/contracts/sandbox-health';

/** What the containment probe of the engine found at its start; when it failed, first of all what repairs it. */
export function SandboxHealthView({ health, running }: { health: SandboxHealth | null; running: boolean }) {
  if (health === null) {
    return <EmptyState kind="none" title={running ? 'The engine is still testing its sandbox.' : 'No engine of this server has tested a sandbox.'}>
        {running ? 'It takes a second after the start; load the page again.' : 'oomrl verify --self-test asks the same questions on the command line.'}
      </EmptyState>;
  }
  const failed = health.checks.filter((check) => !check.ok);
  return (
    <>
      {health.ok ? null : (
        <div role="alert" className="mb-4 rounded-md border border-signal/40 bg-signal-soft px-3 py-2 text-[0.8125rem]">
          <p className="font-semibold">No strategy, test or patch is run on this machine: its sandbox does not isolate as it must, and nothing weaker is used instead.</p>
          <p className="mt-1">{health.howToFix}</p>
        </div>
      )}
      <KeyValue
        items={[
          ['Sandbox', health.backend],
          ['Bounded by', health.limits ?? 'nothing; no code is run'],
          ['Guarantees', failed.length === 0 ? `${health.checks.length} of ${health.checks.length} hold, tested at the start` : `${failed.length} of ${health.checks.length} fail, tested at the start`],
        ]}
      />
      <details className="mt-4" open={failed.length > 0}>
        <summary className="cursor-pointer text-sm">What was tested</summary>
        <Table caption="Guarantees of the sandbox, as the probe inside it found them" fit stick>
          <Thead>
            <Th>Guarantee</Th>
            <Th>Result</Th>
            <Th>Found</Th>
          </Thead>
          <tbody>
            {health.checks.map((check) => (
              <Tr key={check.name}>
                <Td>{check.name}</Td>
                <Td>{check.ok ? 'holds' : <strong>fails</strong>}</Td>
                <Td>
                  <span className="font-mono break-all text-xs">{check.detail}</span>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </details>
    </>
  );
}
