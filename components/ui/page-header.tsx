import Link from 'next/link';
import type { ReactNode } from 'react';
import { withMath } from './math-text';

export interface Crumb {
  label: string;
  href: string;
}

/** Where we are, what it is, and what can be done with it. */
export function PageHeader({ crumbs = [], title, meta, actions, children }: { crumbs?: readonly Crumb[]; title: ReactNode; meta?: ReactNode; actions?: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-6">
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb" className="mb-1">
          <ol className="flex flex-wrap items-center gap-1.5 text-xs text-ink-2">
            {crumbs.map((crumb, i) => (
              <li key={crumb.href} className="flex items-center gap-1.5">
                <Link href={crumb.href} className="rounded hover:text-ink hover:underline hover:underline-offset-4">
                  {crumb.label}
                </Link>
                {i < crumbs.length - 1 && (
                  <span aria-hidden="true" className="text-ink-3">
                    /
                  </span>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-xl leading-8 font-medium tracking-tight text-balance">{withMath(title)}</h1>
          {meta && <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-ink-2">{meta}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </header>
  );
}
