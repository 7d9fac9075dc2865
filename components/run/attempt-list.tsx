import Link from 'next/link';
import { AstEditList } from '@/components/diff/ast-edit-list';
import { GateList } from '@/components/review/gate-list';
import { explainGates } from '@/components/review/gate-words';
import { TimeText } from '@/components/ui/date-text';
import { type AttemptRow, AttemptStatus } from './attempt-status';
import { GradientView } from './gradient-view';
import { liveGates } from './live-gates';
import type { TraceEvent } from './build-waterfall';
import { Spent } from './spent';

interface AttemptListProps {
  attempts: readonly AttemptRow[];
  maxAttempts: number;
  /** Events of the run: gates of an attempt that has no verdict yet. */
  events: readonly TraceEvent[];
  /** All attempts start folded. */
  folded?: boolean;
  /** Address of an attempt's diff. */
  diffHref: (attempt: AttemptRow) => string;
}

/** Attempts in order: what the agent changed, which gate stopped it, and what it was told. The newest stands open. */
export function AttemptList({ attempts, maxAttempts, events, folded = false, diffHref }: AttemptListProps) {
  const last = attempts.at(-1);
  return (
    <ol className="divide-y divide-line border-y border-line">
      {attempts.map((attempt) => {
        const gates = attempt.verdict?.gates ?? liveGates(events, attempt.id);
        const endMs = attempt.endedAt ?? null;
        return (
          <li key={attempt.id} id={`attempt-${attempt.number}`} className="scroll-mt-24">
            <details open={!folded && (attempt === last || attempt.status === 'passed')} className="group">
              <summary className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
                <span className="num w-24 font-medium">
                  Attempt {attempt.number} <span className="font-normal text-ink-3">of {maxAttempts}</span>
                </span>
                <AttemptStatus status={attempt.status} />
                <span className="min-w-0 flex-1 text-ink-2 max-sm:order-last max-sm:basis-full">{attempt.verdict ? explainGates(gates) : gates.length > 0 ? `${gates.length} gates so far.` : ''}</span>
                <Spent inputTokens={attempt.inputTokens} outputTokens={attempt.outputTokens} cpuSeconds={attempt.cpuSeconds} costMicros={attempt.costMicros} durationMs={endMs === null ? null : endMs - attempt.startedAt} />
              </summary>
              <div className="grid gap-6 pt-1 pb-6 pl-0 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-10">
                <div className="min-w-0 space-y-4">
                  {attempt.rationale ? <p className="max-w-prose whitespace-pre-wrap break-words text-ink-2">{attempt.rationale}</p> : null}
                  {attempt.edits.length > 0 ? <AstEditList edits={attempt.edits.map((edit) => ({ edit, anchor: null }))} idPrefix={`attempt-${attempt.number}-edit`} /> : null}
                  <p className="flex flex-wrap gap-x-4 text-xs text-ink-3">
                    <span>
                      Started <TimeText at={attempt.startedAt} seconds />
                    </span>
                    {attempt.diff ? (
                      <Link className="text-accent hover:underline hover:underline-offset-4" href={diffHref(attempt)}>
                        Read the diff
                      </Link>
                    ) : null}
                  </p>
                </div>
                <div className="min-w-0 space-y-4">
                  {gates.length > 0 ? <GateList gates={gates} label={`Gates of attempt ${attempt.number}`} /> : null}
                  {attempt.gradient ? <GradientView gradient={attempt.gradient} /> : null}
                </div>
              </div>
            </details>
          </li>
        );
      })}
    </ol>
  );
}
