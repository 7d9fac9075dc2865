'use client';
import { useSyncExternalStore } from 'react';

/** One ticking clock for the whole page: every "N s ago" moves together and costs one timer. */
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Epoch ms, once a second; null while the server draws (it has no business knowing the reader's clock). */
export const useNow = (): number | null => useSyncExternalStore(subscribe, () => (now ||= Date.now()), () => null);
