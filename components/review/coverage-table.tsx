import { cx } from '@/components/cx';
import { formatNumber } from '@/components/format';
import { Glyph } from '@/components/ui/chip';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { Verdict } from '@/server/contracts/verdict';
import { lineRanges } from './line-ranges';

const KINDS = ['lines', 'branches', 'functions', 'statements'] as const;
const FLOOR = 0.95;

/** Coverage per file and in total; a figure below 95 % carries a sign, and the lines no test reached are named. */
export function CoverageTable({ coverage }: { coverage: NonNullable<Verdict['coverage']> }) {
  return (
    <Table caption="Coverage by file, percent" stick>
      <Thead>
        <Th>File</Th>
        {KINDS.map((kind) => (
          <Th key={kind} num>{kind}, %</Th>
        ))}
        <Th>Not covered</Th>
      </Thead>
      <tbody>
        {coverage.files.map((file) => (
          <Tr key={file.path}>
            <Td className="font-mono text-xs">{file.path}</Td>
            {KINDS.map((kind) => (
              <Share key={kind} value={file[kind]} />
            ))}
            <Td className="font-mono text-2xs text-ink-2">{lineRanges(file.uncoveredLines)}</Td>
          </Tr>
        ))}
        <Tr className="font-medium">
          <Td>All files</Td>
          {KINDS.map((kind) => (
            <Share key={kind} value={coverage[kind]} />
          ))}
          <Td />
        </Tr>
      </tbody>
    </Table>
  );
}

function Share({ value }: { value: number }) {
  const low = value < FLOOR;
  return (
    <Td num className={cx(low && 'font-medium text-signal')} title={low ? 'below 95 %' : undefined}>
      {low ? <Glyph shape="triangle" className="mr-1 inline" /> : null}
      {formatNumber(value * 100, 1)}
    </Td>
  );
}
