import Link from 'next/link';
import { formatInteger } from '@/components/format';
import { paths } from '@/components/paths';
import { TimeText } from '@/components/ui/date-text';
import { Hash } from '@/components/ui/hash';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import { addressOf, traceOf } from './address-of';
import { briefDetail } from './brief-detail';
import type { AuditExportRow } from './export-rows';

/** Rows of the chained log, newest first. Each name narrows the list to itself. */
export function AuditTable({ rows }: { rows: readonly AuditExportRow[] }) {
  return (
    <Table caption="Audit log, newest first">
      <Thead>
        <Th num>No.</Th>
        <Th>When</Th>
        <Th className="max-sm:hidden">Who</Th>
        <Th>Did</Th>
        <Th className="max-md:hidden">To</Th>
        <Th className="max-md:hidden">Detail</Th>
        <Th className="max-lg:hidden">Hash</Th>
      </Thead>
      <tbody>
        {rows.map((row) => (
            <Tr key={row.seq} id={`audit-${row.seq}`}>
              <Td num className="text-ink-3">{formatInteger(row.seq)}</Td>
              <Td className="max-sm:text-xs">
                <TimeText at={row.at} seconds />
                <div className="text-ink-2 sm:hidden">
                  <Who row={row} />
                </div>
              </Td>
              <Td className="whitespace-nowrap max-sm:hidden">
                <Who row={row} />
              </Td>
              <Td className="md:whitespace-nowrap">
                <Narrow href={paths.audit({ action: row.action })}>{row.action}</Narrow>
                <div className="font-mono text-xs md:hidden">
                  <Entity entity={row.entity} />
                </div>
                <div className="mt-0.5 md:hidden">
                  <Detail detail={row.detail} />
                </div>
              </Td>
              <Td className="font-mono text-xs whitespace-nowrap max-md:hidden">
                <Entity entity={row.entity} />
              </Td>
              <Td className="min-w-44 max-md:hidden">
                <Detail detail={row.detail} />
              </Td>
              <Td className="max-lg:hidden">
                <Hash value={row.hash} kind="row hash" />
              </Td>
            </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Kinds of actor in words; one that its own name says already is left out. */
const KINDS: Record<string, string> = { person: 'person', agent: 'agent', engine: 'engine', cli: 'command line' };

function Who({ row }: { row: AuditExportRow }) {
  const kind = KINDS[row.actorKind] ?? row.actorKind;
  return (
    <>
      <Narrow href={paths.audit({ actor: row.actorId })}>{row.actorName}</Narrow> {kind === row.actorName ? null : <span className="text-2xs text-ink-3">{kind}</span>}
    </>
  );
}

/** What was acted upon, with the ways to its screens. */
function Entity({ entity }: { entity: string }) {
  const places = [['open', addressOf(entity)], ['trace', traceOf(entity)]] as const;
  return (
    <>
      <Narrow href={paths.audit({ entity })}>{entity}</Narrow>
      {places.map(([word, href]) =>
        href === null ? null : (
          <Link key={word} href={href} className="ml-2 font-sans text-accent hover:underline hover:underline-offset-4">
            {word}
          </Link>
        ),
      )}
    </>
  );
}

const Narrow = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} title={`Show only ${children}`} className="rounded hover:underline hover:decoration-line-strong hover:underline-offset-4">
    {children}
  </Link>
);

/** The first facts of a row in one line, all of them on demand. */
function Detail({ detail }: { detail: Readonly<Record<string, unknown>> }) {
  if (Object.keys(detail).length === 0) return null;
  return (
    <details className="text-xs text-ink-2">
      <summary className="wrap-anywhere">{briefDetail(detail)}</summary>
      <pre className="mt-1 max-h-80 overflow-auto rounded bg-sink p-2 font-mono text-2xs wrap-anywhere whitespace-pre-wrap">{JSON.stringify(detail, null, 2)}</pre>
    </details>
  );
}
