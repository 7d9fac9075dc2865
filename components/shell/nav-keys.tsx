'use client';
import { useRouter } from 'next/navigation';
import { paths } from '../paths';
import { useHotkey } from './hotkeys';
import type { NavBook } from './nav';
import { NAV_ITEMS } from './nav-items';

function GoKey({ keys, label, href }: { keys: string; label: string; href: string }) {
  const router = useRouter();
  useHotkey({ keys, label, group: 'Go to', run: () => router.push(href) });
  return null;
}

/** `g` and a letter go to a screen, `g 1` … `g 9` to a book. Apart from the rail, which is drawn twice. */
export function NavKeys({ books }: { books: readonly NavBook[] }) {
  return (
    <>
      {NAV_ITEMS.map((item) => (
        <GoKey key={item.href} keys={`g ${item.key}`} label={item.label} href={item.href} />
      ))}
      {books.slice(0, 9).map((book, i) => (
        <GoKey key={book.id} keys={`g ${i + 1}`} label={book.name} href={paths.book(book.id)} />
      ))}
    </>
  );
}
