import { cx } from '@/components/cx';
import { formatDuration } from '@/components/format';
import { Definition } from '@/components/ui/definition';
import { withMath } from '@/components/ui/math-text';
import { GateMark } from '@/components/ui/state-chip';
import type { GateResult } from '@/server/contracts/verdict';
import { GATE_WORDS } from './gate-words';

/** Gates in the order in which they ran: one line each, with the reason and the time. */
export function GateList({ gates, label }: { gates: readonly GateResult[]; label: string }) {
  return (
    <ol aria-label={label} className="divide-y divide-line border-y border-line">
      {gates.map((gate) => {
        const red = gate.status === 'fail' || gate.status === 'error';
        return (
          <li key={gate.name} className={cx('grid grid-cols-[1rem_7.5rem_minmax(0,1fr)_4rem] items-baseline gap-x-3 py-1.5 text-[0.8125rem] max-sm:grid-cols-[1rem_minmax(0,1fr)_4rem]', gate.status === 'skipped' && 'text-ink-3')}>
            <GateMark status={gate.status} />
            <span className={cx(red && 'font-medium')}>
              <Definition text={GATE_WORDS[gate.name].proves}>{GATE_WORDS[gate.name].title}</Definition>
            </span>
            <span className={cx('break-words max-sm:order-last max-sm:col-span-2 max-sm:col-start-2', gate.status !== 'skipped' && 'text-ink-2')}>
              {gate.name === 'sim2real' ? withMath(gate.detail) : gate.detail} {red ? <code className="font-mono text-2xs text-signal">{gate.code}</code> : null}
            </span>
            <span className="num text-right text-xs text-ink-3">{gate.status === 'skipped' ? '' : formatDuration(gate.ms)}</span>
          </li>
        );
      })}
    </ol>
  );
}
