'use client';
import { useEffect } from 'react';

const LOOK_MS = 1000;

/**
 * Stands in for the whole page when even the layout could not be loaded, which happens when the server is killed in the middle
 * of a refresh. It asks until the server answers and then loads the page again: an open console comes back by itself.
 */
export default function GlobalError() {
  useEffect(() => {
    const timer = setInterval(async () => {
      try {
        const answer = await fetch('/api/health', { cache: 'no-store' });
        if (answer.ok) window.location.reload();
      } catch {
        // Still down; the next look comes in a second.
      }
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <html lang="en" style={{ colorScheme: 'light dark' }}>
      <body style={{ font: '15px/1.5 system-ui, sans-serif', margin: 0, padding: '3rem 1.5rem', maxWidth: '40rem' }}>
        <title>OOM-RL Console</title>
        <h1 style={{ fontSize: '1.25rem' }}>The console does not answer</h1>
        <p role="status">Nothing is lost: days, drafts and decisions are stored before they are shown. This page loads again as soon as the server is back.</p>
        <button type="button" onClick={() => window.location.reload()}>
          Load again now
        </button>
      </body>
    </html>
  );
}
