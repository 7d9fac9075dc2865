import { cx } from '@/components/cx';
import { formatDuration } from '@/components/format';
import type { GateResult } from '@/server/contracts/verdict';
import { GATE_WORDS } from './gate-words';

const SIGNS: Record<GateResult['status'], { mark: string; word: string; className: string }> = {
  pass: { mark: '✓', word: 'passed', className: 'text-ink-2' },
  fail: { mark: '✕', word: 'failed', className: 'text-signal font-semibold' },
  error: { mark: '!', word: 'error', className: 'text-signal font-semibold' },
  skipped: { mark: '·', word: 'not run', className: 'text-ink-3' },
};

/** Gates in the order in which they ran: one line each, with the reason and the time. */
export function GateList({ gates, label }: { gates: readonly GateResult[]; label: string }) {
  return (
    <ol aria-label={label} className="divide-y divide-line border-y border-line">
      {gates.map((gate) => {
        const sign = SIGNS[gate.status];
        return (
          <li key={gate.name} className={cx('grid grid-cols-[1.25rem_7.5rem_1fr_auto] items-baseline gap-x-2 py-1.5 max-sm:grid-cols-[1.25rem_1fr_auto]', gate.status === 'skipped' && 'text-ink-3')}>
            <span aria-hidden="true" className={cx('text-center', sign.className)}>
              {sign.mark}
            </span>
            <span className="font-medium" title={GATE_WORDS[gate.name].proves}>
              {GATE_WORDS[gate.name].title}
              <span className="sr-only">: {sign.word}</span>
            </span>
            <span className="min-w-0 break-words text-xs text-ink-2 max-sm:order-last max-sm:col-span-2 max-sm:col-start-2">
              {gate.detail} {gate.status === 'fail' || gate.status === 'error' ? <code className="text-2xs text-signal">{gate.code}</code> : null}
            </span>
            <span className="num text-right text-2xs text-ink-3">{gate.status === 'skipped' ? '' : formatDuration(gate.ms)}</span>
          </li>
        );
      })}
    </ol>
  );
}
