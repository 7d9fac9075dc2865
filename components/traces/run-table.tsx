import Link from 'next/link';
import { formatInteger, NO_VALUE } from '@/components/format';
import { paths } from '@/components/paths';
import { TimeText } from '@/components/ui/date-text';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { CallSums } from '@/server/agents/traces/imported-run';
import { Calls, Cost } from './cost-table';

interface RunRow extends CallSums {
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
        <Th className="max-sm:hidden">Workspace</Th>
        <Th>First call</Th>
        <Th className="max-sm:hidden">Models</Th>
        <Th num>Calls</Th>
        <Th num className="max-sm:hidden">
          Failed
        </Th>
        <Th num className="max-sm:hidden">
          Tokens in
        </Th>
        <Th num className="max-sm:hidden">
          Tokens out
        </Th>
        <Th num>Cost</Th>
      </Thead>
      <tbody>
        {runs.map((run) => (
          <Tr key={run.traceId}>
            <Td>
              <Link href={paths.importedRun(run.traceId)} className="font-mono text-accent hover:underline hover:underline-offset-4">
                {run.runId}
              </Link>
              <span className="block text-2xs text-ink-2 wrap-anywhere sm:hidden">{[run.workspace, ...run.models].filter(Boolean).join(', ')}</span>
            </Td>
            <Td className="max-sm:hidden">{run.workspace ?? NO_VALUE}</Td>
            <Td className="text-ink-2 max-sm:text-xs">
              <TimeText at={run.firstAt} />
            </Td>
            <Td className="min-w-40 text-ink-2 max-sm:hidden">{run.models.join(', ') || NO_VALUE}</Td>
            <Td num>
              <Calls sums={run} />
            </Td>
            <Td num className="max-sm:hidden">
              {formatInteger(run.failed)}
            </Td>
            <Td num className="max-sm:hidden">
              {formatInteger(run.inputTokens)}
            </Td>
            <Td num className="max-sm:hidden">
              {formatInteger(run.outputTokens)}
            </Td>
            <Td num>
              <Cost sums={run} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
