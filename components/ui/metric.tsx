import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Term } from '../terms';
import { Definition } from './definition';
import { withMath } from './math-text';

interface MetricProps {
  label: string;
  /** Definition shown on the label. */
  term?: Term;
  /** Where the rows stand that this number was computed from. */
  href?: string | undefined;
  /** One short line under the number: base, comparison, window. */
  note?: ReactNode;
  children: ReactNode;
}

/** One figure: hover its name for the definition, click the number for its rows. */
export function Metric({ label, term, href, note, children }: MetricProps) {
  return (
    <div className="min-w-0">
      <div className="text-xs text-ink-2">{term ? <Definition term={term}>{label}</Definition> : withMath(label)}</div>
      <div className="mt-0.5 truncate text-lg leading-7 font-medium tracking-tight">
        {href ? (
          <Link href={href} className="rounded hover:underline hover:decoration-line-strong hover:underline-offset-4">
            {children}
          </Link>
        ) : (
          children
        )}
      </div>
      {note && <div className="truncate text-xs text-ink-3">{note}</div>}
    </div>
  );
}

/** Figures side by side, hairlines between them; two columns on a phone. */
export function MetricRow({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-x-6 gap-y-5 border-y border-line py-4 sm:grid-cols-3 xl:grid-cols-6">{children}</div>;
}
