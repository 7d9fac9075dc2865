import type { ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react';
import { cx } from '../cx';
import { withMath } from './math-text';

/** Hairline table that scrolls inside itself on narrow screens. The caption is always there for screen readers. */
export function Table({ caption, showCaption = false, fit = false, stick = false, className, children }: { caption: string; showCaption?: boolean; /** As wide as its content instead of the page. */ fit?: boolean; /** Many columns: on a phone the first one stays while the others scroll. */ stick?: boolean; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe scrollable-region-focusable)
    <section className={cx('scroll-edges relative overflow-x-auto', stick && 'stick-first', className)} tabIndex={0} aria-label={caption}>
      <table className={cx('border-collapse text-[0.8125rem]', fit ? 'max-sm:w-full sm:min-w-md' : 'w-full')}>
        <caption className={showCaption ? 'pb-2 text-left text-xs text-ink-2' : 'sr-only'}>{caption}</caption>
        {children}
      </table>
    </section>
  );
}

export const Thead = ({ children }: { children: ReactNode }) => (
  <thead>
    <tr className="border-b border-line-strong">{children}</tr>
  </thead>
);

/** Column head; `num` aligns with the numbers below. Put the unit here, not in each cell. */
export function Th({ num, className, children, ...rest }: ThHTMLAttributes<HTMLTableCellElement> & { num?: boolean }) {
  return (
    <th scope="col" {...rest} className={cx('py-1.5 pr-4 text-xs font-normal max-sm:pr-2.5 whitespace-nowrap text-ink-2 last:pr-0', num ? 'text-right' : 'text-left', className)}>
      {withMath(children)}
    </th>
  );
}

/** Row; an `id` makes it a target for links from numbers. */
export const Tr = ({ id, className, children }: { id?: string | undefined; className?: string; children: ReactNode }) => (
  <tr id={id} className={cx('border-b border-line last:border-0 hover:bg-sink', className)}>
    {children}
  </tr>
);

export function Td({ num, className, children, ...rest }: TdHTMLAttributes<HTMLTableCellElement> & { num?: boolean }) {
  return (
    <td {...rest} className={cx('py-1.5 pr-4 align-baseline max-sm:pr-2.5 last:pr-0', num && 'num text-right whitespace-nowrap', className)}>
      {children}
    </td>
  );
}
