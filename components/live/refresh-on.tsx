'use client';
import { useRouter } from 'next/navigation';
import { makeRefreshGate } from './refresh-gate';
import { type StreamFilter, useStream } from './use-stream';

const page = {
  isHidden: () => document.hidden,
  onceVisible: (then: () => void) => document.addEventListener('visibilitychange', then, { once: true }),
};
const RETRY_MS = 2_000;

/** Next leaves for the browser's own error page when a refresh finds no server: so the server is asked first, and asked again while it restarts. */
async function refreshWhenServed(work: () => void): Promise<void> {
  const served = await fetch('/api/health', { cache: 'no-store' }).then((answer) => answer.ok, () => false);
  if (served) work();
  else setTimeout(request, RETRY_MS);
}

// The newest router is kept beside the one gate of the tab: shell and page ask together and are answered once.
let refresh = () => {};
const request = makeRefreshGate(() => void refreshWhenServed(() => refresh()), page);

/** Asks the server for the page again when something it shows has changed. What is on screen stays until the answer comes. */
export function RefreshOn(filter: StreamFilter) {
  const router = useRouter();
  useStream(filter, () => {
    refresh = () => router.refresh();
    request();
  });
  return null;
}
