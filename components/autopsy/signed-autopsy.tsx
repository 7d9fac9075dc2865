import type { ReactNode } from 'react';
import { formatNumber } from '@/components/format';
import { EvidenceLinks } from '@/components/incident/evidence-links';
import { linkEvidence, type Place } from '@/components/incident/link-evidence';
import { KeyValue } from '@/components/ui/key-value';
import { Section } from '@/components/ui/section';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { Autopsy, EvidenceRef } from '@/server/contracts/autopsy';
import { JsonPreview } from './json-preview';

interface SignedAutopsyProps {
  document: Autopsy;
  /** Where its citations lead. */
  place: Place;
  /** Rows and definition of each measured metric. */
  metrics: readonly { name: string; unit: string; definition: string; refs: readonly EvidenceRef[] }[];
  /** What can be done with it now. */
  next: ReactNode;
}

const ACCEPTANCE_WORDS: Record<keyof Autopsy['acceptance'], string> = {
  max_annual_turnover: 'Turnover at most, × a year',
  min_reward_delta: 'Σ R_t better by at least',
  max_principal_loss: 'L_t at most',
  min_coverage: 'Coverage at least',
};

/** A signed text, as it stands for good. */
export function SignedAutopsy({ document, place, metrics, next }: SignedAutopsyProps) {
  const links = (refs: readonly EvidenceRef[]) => linkEvidence(refs, place);
  const measured = new Map(metrics.map((m) => [m.name, m]));
  return (
    <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 lg:col-start-2">{next ? <div className="mb-8">{next}</div> : null}</div>
      <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <Section title="Mandate" className="mt-0">
          <p className="max-w-prose text-base leading-relaxed whitespace-pre-wrap">{document.mandate}</p>
        </Section>
        <Section title="Diagnosis">
          <p className="max-w-prose whitespace-pre-wrap text-ink-2">{document.diagnostics.root_cause}</p>
          <p className="mt-2 text-xs text-ink-3">Module: {document.diagnostics.module}</p>
        </Section>
        <Section title="Metrics">
          <Table caption="Metrics and the rows they came from">
            <Thead>
              <Th>Metric</Th>
              <Th num>Value</Th>
              <Th>Unit</Th>
              <Th>Rows</Th>
            </Thead>
            <tbody>
              {Object.entries(document.metrics).map(([name, value]) => (
                <Tr key={name}>
                  <Td className="font-mono text-xs" title={measured.get(name)?.definition}>{name}</Td>
                  <Td num>{formatNumber(value, 4)}</Td>
                  <Td className="text-xs text-ink-2">{measured.get(name)?.unit ?? 'entered by hand'}</Td>
                  <Td>
                    <EvidenceLinks links={links(measured.get(name)?.refs ?? [])} />
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Section>
        <Section title="Acceptance and constraints">
          <KeyValue
            items={[
              ...Object.entries(document.acceptance).map(([key, value]) => [ACCEPTANCE_WORDS[key as keyof Autopsy['acceptance']], <span key={key} className="num">{formatNumber(value, 2)}</span>] as const),
              ['Allowed paths', <code key="paths" className="font-mono text-xs">{document.constraints.allowed_paths.join(', ')}</code>],
              ['AST edits at most', <span key="edits" className="num">{document.constraints.max_ast_edits}</span>],
              ['Frozen symbols', document.constraints.frozen_symbols.length > 0 ? <code key="frozen" className="font-mono text-xs">{document.constraints.frozen_symbols.join(', ')}</code> : 'none'],
            ]}
          />
        </Section>
        <Section title="Evidence" aside={`${document.evidence.length} rows`}>
          <EvidenceLinks links={links(document.evidence)} />
        </Section>
        <Section title="Execution log">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe scrollable-region-focusable) */}
          <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md border border-line bg-raise p-3 font-mono text-2xs break-words whitespace-pre-wrap">{document.diagnostics.execution_log}</pre>
        </Section>
      </div>
      <div className="min-w-0 max-lg:mt-10 lg:col-start-2">
        <JsonPreview document={document} />
      </div>
    </div>
  );
}
