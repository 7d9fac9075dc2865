'use client';
import { createPortal } from 'react-dom';
import { useActiveTooltipLabel, useIsTooltipActive } from 'recharts';
import { withMath } from '../ui/math-text';
import type { ChartRow } from './prepare';
import type { ChartLine } from './time-chart';

/** Legend and values in one: those under the cursor, else the last ones. Drawn into the chart's head. */
export function Readout({ head, rows, lines, format }: { head: HTMLElement | null; rows: readonly ChartRow[]; lines: readonly ChartLine[]; format: (value: number) => string }) {
  const active = useIsTooltipActive();
  const label = useActiveTooltipLabel();
  const row = (active && rows.find((r) => r.date === label)) || rows.at(-1);
  if (!head || !row) return null;
  return createPortal(
    <span className="flex flex-wrap justify-end gap-x-4">
      {lines.map((line) => {
        const value = row[line.key];
        return (
          <span key={line.key} className="inline-flex items-center gap-1.5">
            <svg viewBox="0 0 14 6" aria-hidden="true" className="w-3.5">
              <path d="M0 3h14" stroke={line.colour} strokeWidth={line.filled ? 5 : 2} strokeOpacity={line.filled ? 0.5 : 1} strokeDasharray={line.dash} />
            </svg>
            {withMath(line.label)} <span className="text-ink">{typeof value === 'number' ? format(value) : '–'}</span>
          </span>
        );
      })}
      <span className="text-ink-3">{row.date}</span>
    </span>,
    head,
  );
}
