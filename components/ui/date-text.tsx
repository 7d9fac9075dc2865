'use client';
import { formatSpan, formatTime, NO_VALUE } from '../format';
import { useZone } from '../shell/zone';
import { useNow } from '../live/clock';

/** A trading day: a square on a calendar, the same in every zone. */
export function DateText({ date }: { date: string | null | undefined }) {
  return date ? (
    <time dateTime={date} className="whitespace-nowrap">
      {date}
    </time>
  ) : (
    <span className="text-ink-3">{NO_VALUE}</span>
  );
}

/** An instant in the reader's zone; hover shows it in UTC as well. */
export function TimeText({ at, seconds = false }: { at: number | null | undefined; seconds?: boolean }) {
  const { zone } = useZone();
  if (at === null || at === undefined) return <span className="text-ink-3">{NO_VALUE}</span>;
  return (
    <time dateTime={new Date(at).toISOString()} title={`${formatTime(at, zone, true)} ${zone}\n${formatTime(at, 'UTC', true)} UTC`} className="whitespace-nowrap">
      {formatTime(at, zone, seconds)}
    </time>
  );
}

/** How long ago, ticking. Before the browser has a clock it prints the instant, so that server and client agree. */
export function Ago({ at, suffix = ' ago' }: { at: number | null | undefined; suffix?: string }) {
  const now = useNow();
  const { zone } = useZone();
  if (at === null || at === undefined || now === null) return <TimeText at={at} />;
  return (
    <time dateTime={new Date(at).toISOString()} title={`${formatTime(at, zone, true)} ${zone}`} className="whitespace-nowrap">
      {formatSpan(now - at)}
      {suffix}
    </time>
  );
}
