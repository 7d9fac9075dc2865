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
        <Th>When</Th>
        <Th>Event</Th>
        <Th>What</Th>
        <Th className="w-1/4 min-w-32">Time</Th>
        <Th num>Spent</Th>
      </Thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id} id={`trace-${row.id}`}>
            <Td className="text-xs text-ink-3">
              <TimeText at={row.at} seconds />
            </Td>
            <Td className="whitespace-nowrap">
              <span style={{ paddingLeft: `${Math.min(row.depth, 6) * 0.75}rem` }}>{row.kind.replaceAll(/[._]/g, ' ')}</span>
            </Td>
            <Td className="min-w-64 text-ink-2">
              <Detail row={row} />
            </Td>
            <Td>
              <span className="relative block h-2 rounded-sm bg-sink" aria-hidden="true">
                <span className="absolute inset-y-0 rounded-sm bg-accent" style={{ left: `${row.offset * 100}%`, width: `max(2px, ${row.width * 100}%)` }} />
              </span>
            </Td>
            <Td num>
              <Spent inputTokens={row.inputTokens} outputTokens={row.outputTokens} costMicros={row.costMicros} durationMs={row.durationMs} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

const MAX_SHOWN = 20_000;

function Detail({ row }: { row: WaterfallRow }) {
  if (Object.keys(row.payload).length === 0) return null;
  const whole = JSON.stringify(row.payload, null, 2);
  return (
    <details>
      <summary className="break-words">{describeEvent(row)}</summary>
      <pre className="mt-1 max-h-96 overflow-auto rounded bg-sink p-2 font-mono text-2xs break-all whitespace-pre-wrap">{whole.length > MAX_SHOWN ? `${whole.slice(0, MAX_SHOWN)}\n… ${whole.length - MAX_SHOWN} more characters` : whole}</pre>
    </details>
  );
}
