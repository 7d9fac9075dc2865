'use client';
import { useTransition } from 'react';
import { paths } from '../paths';
import { Button, LinkButton } from '../ui/button';

interface PageFailureProps {
  error: Error & { digest?: string };
  /** Asks the server for the page again; Next's `reset` would only draw the old answer once more. */
  retry: () => void;
  /** Not even the shell could be made, and with it the kill switch is out of reach. */
  whole?: boolean;
}

/** A page that failed says what it does and does not mean for the books, and offers the two ways on. */
export function PageFailure({ error, retry, whole = false }: PageFailureProps) {
  const [busy, start] = useTransition();
  return (
    <div role="alert" className="max-w-prose py-10">
      <h1 className="text-xl font-medium tracking-tight">{whole ? 'The console could not be drawn' : 'This page could not be made'}</h1>
      <p className="mt-2 text-ink-2">Drawing a page changes nothing: books, limits and decisions stand as they are stored, and a book that runs goes on trading.</p>
      {whole ? <p className="mt-2 text-ink-2">Halt all books is out of reach here. To stop trading now, end the server (Ctrl-C where npm start runs, and oomrl worker where one does): each book stops after a whole day and goes on only when the server is started again.</p> : null}
      {error.digest ? (
        <p className="mt-2 text-ink-2">
          The cause is in the server’s log, under <code className="font-mono text-xs break-all text-ink">{error.digest}</code>.
        </p>
      ) : (
        <p className="mt-2 text-ink-2">
          It failed in this browser: <span className="break-words text-ink">{error.message}</span>
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-2">
        <Button variant="primary" busy={busy} onClick={() => start(retry)}>
          Try again
        </Button>
        <LinkButton href={paths.overview()}>Overview</LinkButton>
      </div>
    </div>
  );
}
