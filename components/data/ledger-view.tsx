import { formatExact, formatInteger, NO_VALUE } from '../format';
import { paths } from '../paths';
import { DateText } from '../ui/date-text';
import { EmptyState } from '../ui/empty-state';
import { Section } from '../ui/section';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { Tabs } from '../ui/tabs';
import { FilesTable } from './files-table';
import type { LedgerView } from './read-ledger';

const SHOWN = 300;

/** What an import made of its files: kept, refused with line and reason, and what looks doubtful. No number was changed by it. */
export function LedgerDetails({ market, ledger, kind }: { market: string; ledger: LedgerView; kind: string | null }) {
  const kinds = [...new Set(ledger.findings.map((f) => f.kind))].sort();
  const shown = ledger.findings.filter((f) => kind === null || f.kind === kind);
  const refused = ledger.files.flatMap((file) => file.rowsRefused.map((row) => ({ file: file.name, ...row })));
  return (
    <>
      <Section title={`Findings in ${market}`} id="findings" aside={shown.length > SHOWN ? `the first ${SHOWN} of ${formatInteger(shown.length)}` : null}>
        {ledger.findings.length === 0 ? (
          <EmptyState kind="none" title="The import found nothing to doubt." />
        ) : (
          <>
            <Tabs label="Kinds of finding" current={kind ?? ''} items={[{ id: '', label: 'All', count: ledger.findings.length, href: paths.data({ market }) }, ...kinds.map((k) => ({ id: k, label: k.replaceAll('-', ' '), count: ledger.findings.filter((f) => f.kind === k).length, href: paths.data({ market, kind: k }) }))]} />
            <Table caption="Findings" className="mt-2">
              <Thead>
                <Th>Symbol</Th>
                <Th>Date</Th>
                <Th>What</Th>
                <Th className="max-sm:hidden">The numbers that prove it</Th>
              </Thead>
              <tbody>
                {shown.slice(0, SHOWN).map((f) => (
                  <Tr key={`${f.kind}-${f.symbol}-${f.date}-${f.detail}`}>
                    <Td className="font-mono text-xs">{f.symbol}</Td>
                    <Td>
                      <DateText date={f.date} />
                    </Td>
                    <Td className="wrap-anywhere sm:min-w-64">{f.detail}</Td>
                    <Td className="font-mono text-2xs text-ink-2 max-sm:hidden">
                      {Object.entries(f.evidence)
                        .map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'number' ? formatExact(Number(value.toPrecision(6))) : (value ?? NO_VALUE)}`)
                        .join(' · ')}
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          </>
        )}
      </Section>
      <Section title="Files" aside={formatInteger(ledger.files.length)}>
        <FilesTable files={ledger.files} />
      </Section>
      {refused.length > 0 && (
        <Section title="Refused rows" aside={`${formatInteger(ledger.refused)} in all`}>
          <Table caption="Refused rows with file and line">
            <Thead>
              <Th>File</Th>
              <Th num>Line</Th>
              <Th>Reason</Th>
            </Thead>
            <tbody>
              {refused.slice(0, SHOWN).map((row) => (
                <Tr key={`${row.file}:${row.line}`}>
                  <Td className="font-mono text-xs">{row.file}</Td>
                  <Td num>{formatInteger(row.line)}</Td>
                  <Td>{row.reason}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Section>
      )}
    </>
  );
}
