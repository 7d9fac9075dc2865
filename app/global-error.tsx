'use client';
import { useEffect, useState } from 'react';
import { comeBack } from '@/components/shell/come-back';
import { THEME_COOKIE, toTheme } from '@/components/shell/preferences';

const isServed = () => fetch('/api/health', { cache: 'no-store' }).then((answer) => answer.ok, () => false);

/**
 * Stands in for the whole page when even the layout could not be loaded, which happens when the server is killed in the middle
 * of a refresh. It asks until the server answers and then loads the page again: an open console comes back by itself. It relies
 * on no style sheet.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  const [failsAgain, setFailsAgain] = useState(false);
  useEffect(() => {
    const chosen = toTheme(new RegExp(`(?:^|; )${THEME_COOKIE}=(\\w+)`).exec(document.cookie)?.[1]);
    if (chosen !== 'system') document.documentElement.style.colorScheme = chosen;
    const back = comeBack({ isServed, reload: () => window.location.reload(), now: () => Date.now(), store: window.sessionStorage });
    setFailsAgain(back.failsAgain);
    return back.stop;
  }, []);
  return (
    <html lang="en" style={{ colorScheme: 'light dark' }}>
      <body style={{ font: '15px/1.5 system-ui, sans-serif', margin: 0, padding: '3rem 1.5rem', maxWidth: '40rem' }}>
        <title>OOM-RL Console</title>
        <h1 style={{ fontSize: '1.25rem', margin: '0 0 0.75rem' }}>{failsAgain ? 'The console could not be drawn' : 'The console does not answer'}</h1>
        <p role="status" style={{ margin: '0 0 0.75rem' }}>
          {failsAgain
            ? 'The server answered, but this page failed again; it is tried every 15 seconds. Nothing is lost, and a book that runs goes on trading. To stop trading now, end the server (Ctrl-C where npm start runs, and oomrl worker where one does): each book stops after a whole day and goes on only when the server is started again.'
            : 'Nothing is lost: days, drafts and decisions are stored before they are shown. While the server and its engine are down, no book trades. This page loads again as soon as the server is back.'}
        </p>
        {failsAgain ? <p style={{ margin: '0 0 0.75rem' }}>{error.digest ? `The cause is in the server’s log, under ${error.digest}.` : `It failed in this browser: ${error.message}`}</p> : null}
        <button type="button" style={{ font: 'inherit', padding: '0.25rem 0.75rem', border: '1px solid', borderRadius: 6 }} onClick={() => window.location.reload()}>
          Load again now
        </button>
      </body>
    </html>
  );
}
