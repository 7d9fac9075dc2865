import Link from 'next/link';
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
        <Th>Who</Th>
        <Th>Did</Th>
        <Th>To</Th>
        <Th>Detail</Th>
        <Th>Hash</Th>
      </Thead>
      <tbody>
        {rows.map((row) => {
          const places = [['open', addressOf(row.entity)], ['trace', traceOf(row.entity)]] as const;
          return (
            <Tr key={row.seq} id={`audit-${row.seq}`}>
              <Td num className="text-ink-3">{row.seq}</Td>
              <Td>
                <TimeText at={row.at} seconds />
              </Td>
              <Td className="whitespace-nowrap">
                <Narrow href={paths.audit({ actor: row.actorId })}>{row.actorName}</Narrow> {row.actorKind === row.actorName ? null : <span className="text-2xs text-ink-3">{row.actorKind}</span>}
              </Td>
              <Td className="whitespace-nowrap">
                <Narrow href={paths.audit({ action: row.action })}>{row.action}</Narrow>
              </Td>
              <Td className="font-mono text-xs whitespace-nowrap">
                <Narrow href={paths.audit({ entity: row.entity })}>{row.entity}</Narrow>
                {places.map(([word, href]) =>
                  href === null ? null : (
                    <Link key={word} href={href} className="ml-2 font-sans text-accent hover:underline hover:underline-offset-4">
                      {word}
                    </Link>
                  ),
                )}
              </Td>
              <Td className="min-w-44">
                <Detail detail={row.detail} />
              </Td>
              <Td>
                <Hash value={row.hash} kind="row hash" />
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
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
