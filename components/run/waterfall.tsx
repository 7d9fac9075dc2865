import { Glyph } from '@/components/ui/chip';
import { TimeText } from '@/components/ui/date-text';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { WaterfallRow } from './build-waterfall';
import { describeEvent } from './describe-event';
import { Spent } from './spent';

/** Every stored event of the run on one time axis; indentation shows which act caused which. */
export function Waterfall({ rows }: { rows: readonly WaterfallRow[] }) {
  return (
    <Table caption="Events of the run">
      <Thead>
        <Th className="max-sm:hidden">When</Th>
        <Th>Event</Th>
        <Th>What</Th>
        <Th className="w-1/4 min-w-32 max-sm:hidden">Time</Th>
        <Th num className="max-sm:hidden">
          Spent
        </Th>
      </Thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id} id={`trace-${row.id}`}>
            <Td className="text-xs text-ink-3 max-sm:hidden">
              <TimeText at={row.at} seconds />
            </Td>
            <Td className="max-sm:max-w-24 max-sm:text-xs sm:whitespace-nowrap">
              <span className="block" style={{ paddingLeft: `${Math.min(row.depth, 6) * 0.75}rem` }}>{row.kind.replaceAll(/[._]/g, ' ')}</span>
            </Td>
            <Td className="text-ink-2 sm:min-w-64">
              <Detail row={row} />
              <div className="mt-1 space-y-1 sm:hidden">
                <Bar row={row} />
                <p className="flex flex-wrap justify-between gap-x-3 text-xs text-ink-3">
                  <TimeText at={row.at} seconds />
                  <Cost row={row} />
                </p>
              </div>
            </Td>
            <Td className="max-sm:hidden">
              <Bar row={row} />
            </Td>
            <Td num className="max-sm:hidden">
              <Cost row={row} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** When it ran within the whole run. */
const Bar = ({ row }: { row: WaterfallRow }) => (
  <span className="relative block h-2 rounded-sm bg-sink" aria-hidden="true">
    <span className="absolute inset-y-0 rounded-sm bg-accent" style={{ left: `${row.offset * 100}%`, width: `max(2px, ${row.width * 100}%)` }} />
  </span>
);

const Cost = ({ row }: { row: WaterfallRow }) => <Spent inputTokens={row.inputTokens} outputTokens={row.outputTokens} costMicros={row.costMicros} durationMs={row.durationMs} />;

const MAX_SHOWN = 20_000;

function Detail({ row }: { row: WaterfallRow }) {
  if (Object.keys(row.payload).length === 0) return null;
  const whole = JSON.stringify(row.payload, null, 2);
  return (
    <details>
      <summary className="wrap-anywhere">
        {row.payload.success === false ? <Glyph shape="cross" className="mr-1 inline text-signal" /> : null}
        {describeEvent(row)}
      </summary>
      <pre className="mt-1 max-h-96 overflow-auto rounded bg-sink p-2 font-mono text-2xs break-all whitespace-pre-wrap">{whole.length > MAX_SHOWN ? `${whole.slice(0, MAX_SHOWN)}\n… ${whole.length - MAX_SHOWN} more characters` : whole}</pre>
    </details>
  );
}
