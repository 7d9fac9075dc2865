import Link from 'next/link';
import { cx } from '../cx';

export interface TabItem {
  id: string;
  label: string;
  count?: number | null;
  href: string;
}

/** Tabs are links: the chosen one stands in the URL, so Back and a pasted address both work. */
export function Tabs({ label, items, current }: { label: string; items: readonly TabItem[]; current: string }) {
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
      <ul className="flex gap-5">
        {items.map((item) => (
          <li key={item.id}>
            <Link href={item.href} scroll={false} aria-current={item.id === current ? 'page' : undefined} className={cx('-mb-px inline-flex items-baseline gap-1.5 border-b-2 pt-1 pb-2 text-[0.8125rem] whitespace-nowrap', item.id === current ? 'border-ink text-ink' : 'border-transparent text-ink-2 hover:text-ink')}>
              {item.label}
              {typeof item.count === 'number' && <span className="num text-2xs text-ink-3">{item.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
