'use client';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { readSeenAt, readStatus, type StreamStatus, subscribeEvents, subscribeStatus } from './stream';
import type { StreamEvent, StreamEventKind } from './stream-event';

export interface StreamFilter {
  kinds?: readonly StreamEventKind[];
  bookId?: string;
  traceId?: string;
}

/** True when the reader of `filter` wants `event`. */
export function wants(filter: StreamFilter, event: StreamEvent): boolean {
  if (filter.kinds && !filter.kinds.includes(event.kind)) return false;
  if (filter.bookId && event.bookId !== filter.bookId) return false;
  return !filter.traceId || event.traceId === filter.traceId;
}

/** Calls back for each event that passes the filter, while the component is on screen. */
export function useStream(filter: StreamFilter, onEvent: (event: StreamEvent) => void): void {
  const latest = useRef({ filter, onEvent });
  latest.current = { filter, onEvent };
  useEffect(() => subscribeEvents((event) => wants(latest.current.filter, event) && latest.current.onEvent(event)), []);
}

export function useStreamStatus(): { status: StreamStatus; seenAt: number } {
  const status = useSyncExternalStore(subscribeStatus, readStatus, () => 'connecting' as const);
  const seenAt = useSyncExternalStore(subscribeStatus, readSeenAt, () => 0);
  return { status, seenAt };
}
