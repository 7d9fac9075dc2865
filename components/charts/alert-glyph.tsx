'use client';
import type { Mark } from './prepare';

/** An alert on the curve: the severity's own shape, its sentence on hover. recharts hands over the place. */
export function AlertGlyph({ mark, cx = 0, cy = 0 }: { mark: Mark; cx?: number; cy?: number }) {
  const top = cy - 14;
  return (
    <g>
      <title>{`${mark.date} ${mark.severity}: ${mark.label}`}</title>
      <path d={`M${cx} ${cy - 3}V${top + 5}`} stroke="var(--signal)" strokeWidth={1} />
      {mark.severity === 'critical' && (
        <>
          <path d={`M${cx - 2.3} ${top - 6}h4.6l3.2 3.2v4.6l-3.2 3.2h-4.6l-3.2-3.2v-4.6z`} fill="var(--signal)" />
          <path d={`M${cx} ${top - 3.5}v3.4m0 1.9v.4`} stroke="var(--paper)" strokeWidth={1.4} strokeLinecap="round" />
        </>
      )}
      {mark.severity === 'warning' && <path d={`M${cx} ${top - 5}l5 9h-10z`} fill="var(--paper)" stroke="var(--signal)" strokeWidth={1.3} strokeLinejoin="round" />}
      {mark.severity === 'info' && <circle cx={cx} cy={top} r={3.5} fill="var(--paper)" stroke="var(--ink-3)" strokeWidth={1.3} />}
    </g>
  );
}
