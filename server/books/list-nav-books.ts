import { asc } from 'drizzle-orm';
import type { BookState } from '@/server/contracts/book-state';
import type { DbOrTx } from '@/server/db/client';
import { books } from '@/server/db/schema';

export interface NavBook {
  id: string;
  name: string;
  state: BookState;
}

/** Names and states of all books, by name: what the rail of every page shows. */
export const listNavBooks = (db: DbOrTx): NavBook[] => db.select({ id: books.id, name: books.name, state: books.state }).from(books).orderBy(asc(books.name)).all();
