import { EmptyState } from '@/components/ui/empty-state';
import { KeyValue } from '@/components/ui/key-value';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { SandboxHealth } from '@/server/contracts/sandbox-health';

/** Name of the check that the backend's programs are there at all. */
const PARTS = 'parts present';

interface SandboxHealthProps {
  health: SandboxHealth | null;
  running: boolean;
  /** Environment variables that chose this sandbox, as they are set; what they name may be what is missing. */
  chosenBy?: Readonly<Record<string, string>>;
}

/** What the containment probe of the engine found at its start; when it failed, first of all what is wrong and what repairs it. */
export function SandboxHealthView({ health, running, chosenBy = {} }: SandboxHealthProps) {
  if (health === null) {
    return <EmptyState kind="none" title={running ? 'The engine is still testing its sandbox.' : 'No engine of this server has tested a sandbox.'}>
        {running ? 'It takes a second after the start; load the page again.' : 'oomrl verify --self-test asks the same questions on the command line.'}
      </EmptyState>;
  }
  const failed = health.checks.filter((check) => !check.ok);
  const chosen = Object.entries(chosenBy).map(([name, value]) => `${name}=${value}`);
  return (
    <>
      {health.ok ? null : (
        <div role="alert" className="mb-4 rounded-md border border-signal/40 bg-signal-soft px-3 py-2 text-[0.8125rem]">
          <p className="font-semibold">No strategy, test or patch is run on this machine, and nothing weaker is used instead. A book trades no day.</p>
          <ul className="mt-1">
            {failed.map((check) => (
              <li key={check.name}>
                {check.name === PARTS ? `The sandbox ${health.backend} is not complete: ${check.detail}.` : `It does not isolate as it must: “${check.name}” fails.`}
              </li>
            ))}
          </ul>
          {health.howToFix ? <p className="mt-1">To repair it: {health.howToFix}</p> : null}
          {chosen.length > 0 ? (
            <p className="mt-1">
              It was chosen by <code className="font-mono text-xs wrap-anywhere">{chosen.join(' ')}</code>; what is named there must exist, or take it out.
            </p>
          ) : null}
          <p className="mt-1">Then start the server again: it is tested once, when the engine starts.</p>
        </div>
      )}
      <KeyValue
        items={[
          ['Sandbox', chosen.length > 0 ? `${health.backend}, chosen by ${chosen.join(' ')}` : health.backend],
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
