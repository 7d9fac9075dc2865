'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { BookState } from '@/server/contracts/book-state';
import { cx } from '../cx';
import { paths } from '../paths';
import { Glyph } from '../ui/chip';
import { bookGlyph, bookStateLabel } from '../ui/state-chip';
import { isCurrent, NAV_ITEMS } from './nav-items';

export interface NavBook {
  id: string;
  name: string;
  state: BookState;
}

const row = 'flex h-7 items-center gap-2 rounded-md px-2 text-[0.8125rem]';

/** Screens and books. */
export function Nav({ books, waiting }: { books: readonly NavBook[]; waiting: number }) {
  const pathname = usePathname();
  const look = (href: string) => cx(row, isCurrent(pathname, href) ? 'bg-sink font-medium text-ink' : 'text-ink-2 hover:bg-sink hover:text-ink');
  return (
    <nav aria-label="Console" className="flex flex-col gap-6">
      <ul className="flex flex-col gap-px">
        {NAV_ITEMS.map((item) => (
          <li key={item.href}>
            <Link href={item.href} aria-current={isCurrent(pathname, item.href) ? 'page' : undefined} className={look(item.href)}>
              <span className="flex-1">{item.label}</span>
              {item.href === '/' && waiting > 0 && (
                <span className="num text-xs text-signal" title={`${waiting} waiting for a person`}>
                  {waiting}
                  <span className="sr-only"> waiting for a person</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {books.length > 0 && (
        <div>
          <h2 className="px-2 pb-1 text-2xs text-ink-3">Books</h2>
          <ul className="flex flex-col gap-px">
            {books.map((book) => (
              <li key={book.id}>
                <Link href={paths.book(book.id)} aria-current={isCurrent(pathname, paths.book(book.id)) ? 'page' : undefined} className={look(paths.book(book.id))}>
                  <span className="min-w-0 flex-1 truncate">{book.name}</span>
                  <span title={bookStateLabel(book.state)} className={book.state === 'halted' || book.state === 'in_autopsy' ? 'text-signal' : 'text-ink-3'}>
                    <Glyph shape={bookGlyph(book.state)} className="size-2.5" />
                    <span className="sr-only">{bookStateLabel(book.state)}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </nav>
  );
}
