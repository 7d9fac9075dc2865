import { type ReactNode, useId } from 'react';
import { cx } from '../cx';

/** A part of a page: heading, optional right-hand aside, a line of explanation. No box. */
export function Section({ title, hint, aside, id, className, children }: { title: string; hint?: ReactNode; aside?: ReactNode; id?: string; className?: string; children: ReactNode }) {
  const auto = useId();
  const heading = id ? `${id}-heading` : auto;
  return (
    <section id={id} aria-labelledby={heading} className={cx('mt-10', className)}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={heading} className="text-[0.9375rem] font-medium tracking-tight">
          {title}
        </h2>
        {aside && <div className="text-xs text-ink-2">{aside}</div>}
      </div>
      {hint && <p className="-mt-2 mb-3 max-w-prose text-xs text-ink-2">{hint}</p>}
      {children}
    </section>
  );
}
