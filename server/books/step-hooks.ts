import type { AppError } from '@/server/contracts/errors';
import type { Tx } from '@/server/db/client';
import type { BookConfig } from './book-config';
import type { BookRow, EpisodeRow, StepRow } from './get-book';
import type { FillRow, OrderRow } from './step-rows';

/** A day that was just stored, inside the transaction that stores it. */
export interface StoredDay {
  book: BookRow;
  episode: EpisodeRow;
  config: BookConfig;
  step: StepRow;
  orders: readonly OrderRow[];
  fills: readonly FillRow[];
  now: number;
}

/** A day that could not be decided: the strategy threw, answered nonsense, was too slow or died. */
export interface FailedDay {
  book: BookRow;
  episode: EpisodeRow;
  date: string;
  /** Day index the step would have had. */
  dayIndex: number;
  error: AppError;
  now: number;
}

/** What watches a book (floor 6); books does not know who. A returned `halt` stops the book in the same transaction. */
export interface StepHooks {
  afterStep?(tx: Tx, day: StoredDay): { halt: string } | null;
  onFailure?(tx: Tx, day: FailedDay): void;
}
