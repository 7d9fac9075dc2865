'use client';
import { useEffect, useRef, useState } from 'react';
import { readStatus, subscribeLive, subscribeStatus } from '@/components/live/stream';
import type { LiveTurn as Turn } from '@/server/contracts/live-turn';
import { cx } from '../cx';
import { formatInteger } from '../format';

/** Distance from the end within which the reader is following along. */
const FOLLOWING_PX = 40;

/** What the model is writing at this moment, as plain text. It is gone when the turn is whole: then the stored event shows it. */
export function LiveTurn({ traceId }: { traceId: string }) {
  const [turn, setTurn] = useState<Turn | null>(null);
  const box = useRef<HTMLElement>(null);
  const following = useRef(true);
  useEffect(() => subscribeLive((next) => next.traceId === traceId && setTurn(next.done ? null : next)), [traceId]);
  // A frame that never came must not stand there as if it were being written.
  useEffect(() => subscribeStatus(() => readStatus() === 'lost' && setTurn(null)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what was written
  useEffect(() => {
    if (box.current && following.current) box.current.scrollTop = box.current.scrollHeight;
  }, [turn]);
  return (
    <section
      ref={box}
      onScroll={({ currentTarget: b }) => {
        following.current = b.scrollHeight - b.scrollTop - b.clientHeight < FOLLOWING_PX;
      }}
      // Ten changes a second would drown a screen reader: it hears the attempts below.
      aria-live="off"
      aria-busy={turn !== null}
      aria-label="Words of the model"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      // One height, written in or not: what stands below must not jump with every turn.
      className={cx('h-48 overflow-y-auto border-l-2 pl-4 text-[0.8125rem] sm:h-60', turn ? 'border-accent' : 'border-line')}
    >
      {turn ? null : <p className="text-ink-3">The model is not writing at this moment.</p>}
      {turn && turn.cut > 0 ? <p className="num text-xs text-ink-3">… {formatInteger(turn.cut)} characters before</p> : null}
      {turn?.parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow at the end
        <div key={i} className="mb-2">
          {part.tool === null ? null : <p className="text-xs text-ink-3">Calls {part.tool.replaceAll('_', ' ')}</p>}
          <p className={part.tool === null ? 'max-w-prose whitespace-pre-wrap break-words' : 'whitespace-pre-wrap break-all font-mono text-2xs text-ink-2'}>{part.text}</p>
        </div>
      ))}
    </section>
  );
}
