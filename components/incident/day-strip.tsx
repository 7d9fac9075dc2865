import { formatBp, formatPercent } from '@/components/format';
import { type StripDay, layoutStrip } from './strip-layout';

const WIDTH = 960;
const HEIGHT = 200;

/**
 * The days around the incident: result, friction and turnover over one axis, the incident day on a band. Drawn on the
 * server; the table of days below it says the same in figures.
 */
export function DayStrip({ days, incidentDate }: { days: readonly StripDay[]; incidentDate: string }) {
  const strip = layoutStrip(days, WIDTH, HEIGHT);
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return null;
  return (
    <figure className="mx-0 mt-0 mb-5">
      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2">
        <div aria-hidden="true" className="relative text-2xs text-ink-3">
          <span className="absolute top-0">Result</span>
          <span className="absolute top-[53%]">Friction</span>
          <span className="absolute top-[80%]">Turnover</span>
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-44 w-full overflow-visible" role="img" aria-label={`Result, friction and turnover of ${days.length} days around ${incidentDate}; the table of days has the figures.`}>
          {strip.columns.map(({ day, x, width }) => (day.date === incidentDate ? <rect key={day.date} x={x} y={0} width={width} height={HEIGHT} fill="var(--signal-soft)" /> : null))}
          {[strip.zeroY, strip.frictionFloorY, strip.turnoverFloorY].map((y) => (
            <line key={y} x1={0} x2={WIDTH} y1={y} y2={y} stroke="var(--line-strong)" vectorEffect="non-scaling-stroke" />
          ))}
          {strip.columns.map(({ day, x, width, result, realised, turnover, modelledY }) => (
            <g key={day.date}>
              <title>{`${day.date}\nresult ${formatPercent(day.dayReturn, 2, true)}\nfriction realised ${formatBp(day.frictionRealised)}, modelled ${formatBp(day.frictionModelled)}\nturnover ${formatPercent(day.turnover, 0)}`}</title>
              <rect x={x} y={0} width={width} height={HEIGHT} fill="transparent" />
              <rect {...result} fill={day.dayReturn < 0 ? 'var(--loss)' : 'var(--gain)'} />
              <rect {...realised} fill="var(--ink-2)" />
              <line x1={x + 1} x2={x + width - 1} y1={modelledY} y2={modelledY} stroke="var(--accent)" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
              <rect {...turnover} fill="var(--line-strong)" />
            </g>
          ))}
        </svg>
        <span />
        <p aria-hidden="true" className="num mt-1 flex justify-between text-2xs text-ink-3">
          <span>{first.date}</span>
          <span>{last.date}</span>
        </p>
      </div>
      <figcaption className="mt-2 text-2xs text-ink-3">
        Above the line gain, below it loss. Friction: bar realised from the fills, <span className="text-accent">line</span> modelled by eq. 1. The band is the day of the incident.
      </figcaption>
    </figure>
  );
}
