'use client';
import { LinkButton, Button } from '../ui/button';
import { paths } from '../paths';

/** A page that failed says so and offers the two ways on. The digest finds the cause in the server's log. */
export function PageFailure({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <div role="alert" className="max-w-prose py-10">
      <h1 className="text-xl font-medium tracking-tight">This page could not be made</h1>
      <p className="mt-2 text-ink-2">Nothing was changed. The cause is in the server's log{error.digest ? ' under the number below' : ''}.</p>
      {error.digest && <p className="mt-2 font-mono text-xs text-ink-2">{error.digest}</p>}
      <div className="mt-5 flex gap-2">
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
        <LinkButton href={paths.overview()}>Overview</LinkButton>
      </div>
    </div>
  );
}
