'use client';
import { useState } from 'react';
import { Area, ComposedChart, Line, ReferenceArea, ReferenceDot, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { type Band, type ChartRow, bandLabelSide, type Mark, niceTicks } from './prepare';
import { AlertGlyph } from './alert-glyph';
import { Readout } from './readout';

export interface ChartLine {
  key: string;
  label: string;
  /** CSS colour, normally a palette variable. */
  colour: string;
  dash?: string;
  filled?: boolean;
}

export interface TimeChartProps {
  title: string;
  /** Stands beside the title; the axis itself carries bare numbers. */
  unit: string;
  rows: ChartRow[];
  lines: readonly ChartLine[];
  format: (value: number) => string;
  ticks: string[];
  height: number;
  /** Charts with the same id share their cursor. */
  syncId: string;
  showDates?: boolean;
  /** Limits of the vertical axis with its marks; without them round ones that cover the values. */
  scale?: { domain: [number, number]; ticks: number[] };
  bands?: readonly Band[];
  marks?: readonly Mark[];
  /** Horizontal lines: zero, τ. */
  limits?: readonly { y: number; label?: string; signal?: boolean }[];
}

/** The same plot width in every chart of a stack, so that one date is one vertical line. */
const MARGIN = { top: 8, right: 8, bottom: 6, left: 0 };
const AXIS_WIDTH = 52;
const tick = { fontSize: 11, fill: 'var(--ink-3)' };

const scaleOf = (ticks: number[]): { domain: [number, number]; ticks: number[] } => ({ domain: [ticks[0] as number, ticks.at(-1) as number], ticks });

/** Lines over trading days. Values under the cursor stand in the head, not in a floating box over the data. */
export function TimeChart(props: TimeChartProps) {
  const { rows, lines, format, ticks, syncId, bands = [], marks = [], limits = [] } = props;
  const [head, setHead] = useState<HTMLDivElement | null>(null);
  const dates = rows.map((row) => row.date);
  const scale = props.scale ?? scaleOf(niceTicks(lines.flatMap((line) => rows.map((row) => row[line.key])), props.height > 140 ? 4 : 2));
  return (
    <figure aria-label={`${props.title}, ${props.unit}`}>
      <figcaption className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4 text-xs">
        <span className="font-medium">
          {props.title} <span className="font-normal text-ink-3">{props.unit}</span>
        </span>
        <div ref={setHead} className="num text-ink-2" />
      </figcaption>
      <div style={{ height: props.height + (props.showDates ? 24 : 0) }}>
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={rows} margin={MARGIN} syncId={syncId} syncMethod="value" accessibilityLayer={false}>
            {/* Bands and marks stand on dates of the axis; recharts' own range check would drop those at its ends by a rounding error. */}
            {bands.map((band) => (
              <ReferenceArea ifOverflow="visible" key={`${band.label}-${band.from}`} x1={band.from} x2={band.to} fill={band.odd ? 'var(--band-b)' : 'var(--band-a)'} fillOpacity={1} strokeOpacity={0} label={{ value: band.label, position: bandLabelSide(band, dates), fontSize: 11, fill: 'var(--ink-3)', offset: 6 }} />
            ))}
            <XAxis dataKey="date" ticks={ticks} tick={props.showDates ? tick : false} height={props.showDates ? 24 : 1} tickLine={false} axisLine={{ stroke: 'var(--line)' }} interval="preserveStartEnd" />
            <YAxis width={AXIS_WIDTH} tick={tick} tickFormatter={format} tickLine={false} axisLine={false} ticks={scale.ticks} interval={0} domain={scale.domain} allowDataOverflow />
            {limits.map((limit) => (
              <ReferenceLine key={`${limit.y}`} y={limit.y} stroke={limit.signal ? 'var(--signal)' : 'var(--line-strong)'} strokeDasharray={limit.signal ? '4 3' : undefined} label={limit.label ? { value: limit.label, position: 'insideBottomLeft', fontSize: 11, fill: limit.signal ? 'var(--signal)' : 'var(--ink-3)' } : undefined} />
            ))}
            {lines.map((line) =>
              line.filled ? (
                <Area key={line.key} dataKey={line.key} stroke={line.colour} strokeWidth={1} fill={line.colour} fillOpacity={0.14} dot={false} activeDot={false} isAnimationActive={false} connectNulls={false} />
              ) : (
                <Line key={line.key} dataKey={line.key} stroke={line.colour} strokeWidth={1.5} strokeDasharray={line.dash} dot={false} activeDot={{ r: 2.5, strokeWidth: 0, fill: line.colour }} isAnimationActive={false} connectNulls={false} />
              ),
            )}
            {marks.map((mark) => {
              const y = rows.find((row) => row.date === mark.date)?.[lines[0]?.key ?? ''];
              return typeof y === 'number' && <ReferenceDot ifOverflow="visible" key={mark.date} x={mark.date} y={y} r={5} shape={<AlertGlyph mark={mark} />} />;
            })}
            <Tooltip content={() => null} isAnimationActive={false} cursor={{ stroke: 'var(--ink-3)', strokeWidth: 1 }} />
            <Readout head={head} rows={rows} lines={lines} format={format} />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}
