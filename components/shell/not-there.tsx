import { paths } from '../paths';
import { LinkButton } from '../ui/button';

/** What was asked for does not exist (or not any more). */
export function NotThere() {
  return (
    <div className="max-w-prose py-10">
      <h1 className="text-xl font-medium tracking-tight">There is nothing at this address</h1>
      <p className="mt-2 text-ink-2">Nothing in this console is ever deleted, so the address is most likely mistyped or belongs to another console.</p>
      <div className="mt-5">
        <LinkButton href={paths.overview()}>Overview</LinkButton>
      </div>
    </div>
  );
}
