import Link from 'next/link';
import { agentName } from '@/components/agent-words';
import { paths } from '@/components/paths';
import { DateText } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { IncidentPage } from '@/server/autopsy/read-incident-page';

type Change = NonNullable<IncidentPage['blame']['blame']>['versions'][number];
type Part = NonNullable<IncidentPage['blame']['blame']>['parts'][number];

/** The versions that made the code that ran, newest first, and what each was the last to change. */
export function BlameTable({ blame: { blame, why } }: { blame: IncidentPage['blame'] }) {
  if (blame === null) return <EmptyState kind="failed" title="Who last changed the code is not known.">{why}</EmptyState>;
  const versions = [...blame.versions].reverse();
  return (
    <Table caption="Versions of the code that ran when the incident began, and what each was the last to change">
      <Thead>
        <Th>Version</Th>
        <Th>Written by</Th>
        <Th>Deployed</Th>
        <Th>Last to change</Th>
      </Thead>
      <tbody>
        {versions.map((version) => (
          <Tr key={version.versionId} id={version.deployment ? paths.anchor({ kind: 'deployment', id: version.deployment.id }) : undefined}>
            <Td className="whitespace-nowrap">{version.label}</Td>
            <Td className="sm:whitespace-nowrap">
              <Author version={version} />
            </Td>
            <Td className="sm:whitespace-nowrap">
              {version.deployment ? (
                <>
                  close of <DateText date={version.deployment.fromDate} /> <span className="text-ink-2">by {version.deployment.by}</span>
                </>
              ) : (
                <span className="text-ink-2">never here</span>
              )}
            </Td>
            <Td className="min-w-36 sm:min-w-64">
              <Parts parts={blame.parts.filter((p) => p.last.versionId === version.versionId)} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Author({ version: { proposal } }: { version: Change }) {
  if (proposal === null) return <>registered by a person</>;
  return (
    <Link href={paths.run(proposal.id)} className="text-accent hover:underline hover:underline-offset-4">
      {agentName(proposal.provider, proposal.model)}
    </Link>
  );
}

const lines = ({ from, to }: { from: number; to: number }): string => (from === to ? String(from) : `${from}–${to}`);

/** Parts of a version that are listed at once. */
const SHOWN = 5;

function Parts({ parts }: { parts: readonly Part[] }) {
  if (parts.length === 0) return <span className="text-ink-3">nothing that still stands</span>;
  const more = parts.length - SHOWN;
  return (
    <>
      <PartList parts={parts.slice(0, SHOWN)} />
      {more > 0 ? (
        <details>
          <summary className="text-xs text-ink-3">{more} more</summary>
          <PartList parts={parts.slice(SHOWN)} />
        </details>
      ) : null}
    </>
  );
}

function PartList({ parts }: { parts: readonly Part[] }) {
  return (
    <ul className="space-y-0.5">
      {parts.map((part) => (
        <li key={`${part.path} ${part.from}`}>
          <span className="font-mono text-xs wrap-anywhere">{part.symbol}</span>{' '}
          <span className="num text-xs text-ink-3">
            {part.path} {part.changed.map(lines).join(', ')}
          </span>
          {part.inTraceback ? <span className="text-xs text-signal"> named by the traceback</span> : null}
        </li>
      ))}
    </ul>
  );
}
