import { cx } from '@/components/cx';
import { formatPercent } from '@/components/format';
import type { Verdict } from '@/server/contracts/verdict';

const KINDS = ['lines', 'branches', 'functions', 'statements'] as const;
const FLOOR = 0.95;

/** Coverage per file and in total; a figure below the floor is marked with a sign, and uncovered lines are named. */
export function CoverageTable({ coverage }: { coverage: NonNullable<Verdict['coverage']> }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-xs">
        <caption className="sr-only">Coverage by file</caption>
        <thead>
          <tr className="border-b border-line text-left text-2xs text-ink-3">
            <th scope="col" className="py-1 pr-3 font-normal">file</th>
            {KINDS.map((kind) => (
              <th key={kind} scope="col" className="px-2 py-1 text-right font-normal">{kind}, %</th>
            ))}
            <th scope="col" className="py-1 pl-3 font-normal">uncovered lines</th>
          </tr>
        </thead>
        <tbody>
          {coverage.files.map((file) => (
            <tr key={file.path} className="border-b border-line">
              <th scope="row" className="py-1 pr-3 text-left font-mono font-normal">{file.path}</th>
              {KINDS.map((kind) => (
                <Share key={kind} value={file[kind]} />
              ))}
              <td className="py-1 pl-3 font-mono text-2xs text-ink-2">{file.uncoveredLines.length > 0 ? ranges(file.uncoveredLines) : ''}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="py-1 pr-3 text-left font-medium">all files</th>
            {KINDS.map((kind) => (
              <Share key={kind} value={coverage[kind]} strong />
            ))}
            <td />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Share({ value, strong = false }: { value: number; strong?: boolean }) {
  const low = value < FLOOR;
  return (
    <td className={cx('num px-2 py-1 text-right', low ? 'font-semibold text-signal' : strong && 'font-medium')}>
      {low ? <span title="below 95 %">▾ </span> : null}
      {formatPercent(value, 1).replace('%', '')}
    </td>
  );
}

/** 3, 4, 5, 9 → "3–5, 9". */
export function ranges(lines: readonly number[]): string {
  const out: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = out.at(-1);
    if (last && line <= last[1] + 1) last[1] = line;
    else out.push([line, line]);
  }
  return out.map(([a, b]) => (a === b ? String(a) : `${a}–${b}`)).join(', ');
}
