import type { PhaseRow, RegressionRow } from '@/server/analytics/phase-table';
import type { AccountReport } from '@/server/accounts/read-account';
import { formatInteger, formatNumber } from '../format';
import { paths } from '../paths';
import { PaperTables } from '../performance/paper-tables';
import { Button } from '../ui/button';
import { DateText } from '../ui/date-text';
import { EmptyState } from '../ui/empty-state';
import { Field, TextInput } from '../ui/field';
import { KeyValue } from '../ui/key-value';
import { Section } from '../ui/section';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

interface Paper {
  rows: readonly PhaseRow[];
  rowOf: (name: string) => PhaseRow | null;
  regression: RegressionRow;
  caveat: string;
  definitions: string;
}

/** Names and values; a figure that cannot be said gives its cause instead. */
function Figures({ caption, entries, causes }: { caption: string; entries: readonly (readonly [string, number | null])[]; causes: Readonly<Record<string, string>> }) {
  return (
    <Table caption={caption} className="min-w-0">
      <Thead>
        <Th>Figure</Th>
        <Th num>Value</Th>
      </Thead>
      <tbody>
        {entries.map(([name, value]) => (
          <Tr key={name}>
            <Td className="font-mono text-xs">
              {name}
              {value === null && <span className="block font-sans text-ink-2">{causes[name]}</span>}
            </Td>
            <Td num>{formatNumber(value, Number.isInteger(value) ? 0 : 4)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** One imported account: what its files gave, its figures under QuantPits' names, its phases in the paper's tables. */
export function AccountDetails({ report, phases, error, paper }: { report: AccountReport; phases: string; error: string | null; paper: Paper }) {
  const { account, ledger, figures, rows } = report;
  const all = Object.entries(figures.metrics);
  const half = Math.ceil(all.length / 2);
  return (
    <>
      <Section title={`Ledger of ${account.name}`} id="account">
        <KeyValue
          items={[
            ...ledger.files.map((file) => [<span key={file.name} className="font-mono text-xs">{file.name}</span>, `${formatInteger(file.rowsKept)} rows kept, ${formatInteger(file.rowsIgnoredTotal)} ignored, ${file.encoding}`] as const),
            ['Benchmark', ledger.benchmark ? `${ledger.benchmark.column}, ${ledger.benchmark.reason}` : 'none'] as const,
            ['Reconciliation', ledger.reconciliation ? `NAV equals holdings and cash on ${formatInteger(ledger.reconciliation.daysThatTie)} of ${formatInteger(ledger.reconciliation.daysChecked)} days` : 'not possible: there is no holding log'] as const,
          ]}
        />
        {ledger.findings.length === 0 ? (
          <EmptyState kind="none" title="The import found nothing to doubt." />
        ) : (
          <Table caption="Findings" className="mt-4">
            <Thead>
              <Th>Finding</Th>
              <Th>Date</Th>
              <Th>What</Th>
            </Thead>
            <tbody>
              {ledger.findings.map((f) => (
                <Tr key={`${f.kind}-${f.date}-${f.detail}`}>
                  <Td className="whitespace-nowrap">{f.kind.replaceAll('-', ' ')}</Td>
                  <Td>
                    <DateText date={f.date} />
                  </Td>
                  <Td>{f.detail}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
      <Section title="Figures" hint="Under QuantPits’ names, from flow-neutral returns (a deposit counts at the start of its day). Returns, volatilities, drawdowns and shares are fractions: 0.07 is 7 %. The drawdown starts at the initial capital; QuantPits starts after the first return.">
        <div className="grid gap-x-12 lg:grid-cols-2">
          <Figures caption="Figures, first half" entries={all.slice(0, half)} causes={figures.causes} />
          <Figures caption="Figures, second half" entries={all.slice(half)} causes={figures.causes} />
        </div>
      </Section>
      <form method="get" action={paths.data()} className="mt-10 flex max-w-3xl items-start gap-3">
        <input type="hidden" name="account" value={account.name} />
        <Field label="Phases by dates" hint="Empty: calendar years. A phase named “phase 1”, “phase 2” or “phase 3” stands beside the paper’s." error={error} className="flex-1">
          <TextInput name="phases" defaultValue={phases} placeholder="phase 1=2024-07-01..2024-10-18, phase 2=2024-10-21..2025-09-30" maxLength={4000} spellCheck={false} />
        </Field>
        <Button type="submit" className="mt-5">
          Show
        </Button>
      </form>
      <PaperTables rows={rows} paper={paper.rows} paperOf={paper.rowOf} paperRegression={paper.regression} />
      <p className="mt-6 max-w-prose text-xs text-ink-2">
        {paper.caveat} {paper.definitions}
      </p>
    </>
  );
}
