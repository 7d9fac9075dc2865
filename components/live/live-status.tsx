'use client';
import { formatSpan } from '../format';
import { Glyph } from '../ui/chip';
import { useNow } from './clock';
import { useStreamStatus } from './use-stream';

/** The server beats every 15 s: amber when one is missed, a banner when two are. */
const BEAT_MS = 15_000;
export type Freshness = 'waiting' | 'fresh' | 'late' | 'lost';

/** How far what is on screen can be trusted. */
export function freshnessOf(status: 'connecting' | 'live' | 'lost', ageMs: number | null): Freshness {
  if (ageMs === null) return status === 'lost' ? 'lost' : 'waiting';
  if (ageMs > 3 * BEAT_MS || (status === 'lost' && ageMs > 5_000)) return 'lost';
  return status !== 'live' || ageMs > 2 * BEAT_MS ? 'late' : 'fresh';
}

function useFreshness(): { freshness: Freshness; ageMs: number | null } {
  const { status, seenAt } = useStreamStatus();
  const now = useNow();
  const ageMs = now === null || seenAt === 0 ? null : Math.max(0, now - seenAt);
  return { freshness: freshnessOf(status, ageMs), ageMs };
}

/** "updated 4 s ago", in the shell of every page. */
export function LiveStatus() {
  const { freshness, ageMs } = useFreshness();
  const late = freshness === 'late' || freshness === 'lost';
  return (
    <p className={late ? 'flex items-center gap-1.5 text-xs text-signal' : 'flex items-center gap-1.5 text-xs text-ink-3'}>
      <Glyph shape={late ? 'triangle' : freshness === 'fresh' ? 'dot' : 'ring'} className="size-2.5" />
      <span className="num">{ageMs === null ? 'Connecting' : `Updated ${formatSpan(ageMs)} ago`}</span>
    </p>
  );
}

/** Across the page when the stream is lost: a frozen page must not look like a calm one (console.md A3 35, 38). */
export function StaleBanner() {
  const { freshness, ageMs } = useFreshness();
  return (
    <div role="status" aria-live="assertive">
      {freshness === 'lost' && (
        <p className="flex items-center gap-2 border-b border-signal/40 bg-signal-soft px-4 py-2 text-[0.8125rem] text-signal sm:px-8">
          <Glyph shape="octagon" /> The live stream is lost{ageMs === null ? '' : ` for ${formatSpan(ageMs)}`}. What you see is as of then; it reconnects by itself.
        </p>
      )}
    </div>
  );
}
