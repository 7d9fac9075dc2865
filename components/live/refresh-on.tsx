'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { type StreamFilter, useStream } from './use-stream';

/** At most one server render per this time, however fast a book steps. */
const MIN_GAP_MS = 1500;

/** Asks the server for the page again when something it shows has changed. What is on screen stays until the answer comes. */
export function RefreshOn(filter: StreamFilter) {
  const router = useRouter();
  const gate = useRef<{ last: number; timer: ReturnType<typeof setTimeout> | undefined }>({ last: 0, timer: undefined });
  useStream(filter, () => {
    const state = gate.current;
    if (state.timer) return;
    state.timer = setTimeout(
      () => {
        state.timer = undefined;
        state.last = Date.now();
        router.refresh();
      },
      Math.max(0, state.last + MIN_GAP_MS - Date.now()),
    );
  });
  useEffect(() => () => clearTimeout(gate.current.timer), []);
  return null;
}
