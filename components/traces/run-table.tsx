import Link from 'next/link';
import { formatInteger } from '@/components/format';
import { paths } from '@/components/paths';
import { TimeText } from '@/components/ui/date-text';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import { Cost, type Sums } from './cost-table';

interface RunRow extends Sums {
  readonly traceId: string;
  readonly runId: string;
  readonly workspace: string | null;
  readonly models: readonly string[];
  readonly firstAt: number;
}

/** Imported runs, newest first; each leads to its calls. */
export function RunTable({ runs }: { runs: readonly RunRow[] }) {
  return (
    <Table caption="Imported runs">
      <Thead>
        <Th>Run</Th>
        <Th>Workspace</Th>
        <Th>First call</Th>
        <Th>Models</Th>
        <Th num>Calls</Th>
        <Th num>Failed</Th>
        <Th num>Tokens in</Th>
        <Th num>Tokens out</Th>
        <Th num>Cost</Th>
      </Thead>
      <tbody>
        {runs.map((run) => (
          <Tr key={run.traceId}>
            <Td>
              <Link href={paths.importedRun(run.traceId)} className="font-mono text-accent hover:underline hover:underline-offset-4">
                {run.runId}
              </Link>
            </Td>
            <Td>{run.workspace ?? '–'}</Td>
            <Td className="text-ink-2">
              <TimeText at={run.firstAt} />
            </Td>
            <Td className="min-w-40 text-ink-2">{run.models.join(', ') || '–'}</Td>
            <Td num>{formatInteger(run.calls)}</Td>
            <Td num>{formatInteger(run.failed)}</Td>
            <Td num>{formatInteger(run.inputTokens)}</Td>
            <Td num>{formatInteger(run.outputTokens)}</Td>
            <Td num>
              <Cost sums={run} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
