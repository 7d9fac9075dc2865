import type { BookPage } from '@/server/books/get-book-page';
import { Chip } from '../ui/chip';
import { Ago, DateText } from '../ui/date-text';
import { Definition } from '../ui/definition';
import { Hash } from '../ui/hash';
import { BookStateChip } from '../ui/state-chip';
import { SyntheticBadge } from '../ui/synthetic-badge';

/** What the numbers below are about: state, version, market, episode, and how old they are. */
export function BookMeta({ page }: { page: Pick<BookPage, 'book' | 'episode' | 'version' | 'lastStep'> }) {
  const { book, episode, version, lastStep } = page;
  return (
    <>
      <BookStateChip state={book.state} />
      {!episode.friction && (
        <Definition term="friction_off">
          <Chip shape="dash">No friction</Chip>
        </Definition>
      )}
      {book.synthetic && <SyntheticBadge seed={book.seed} />}
      <span className="flex items-center gap-1.5">
        {version.label} <Hash value={version.commit} kind="commit" />
      </span>
      <span>{book.marketName}</span>
      <span>
        at <DateText date={lastStep?.date ?? episode.startDate} />
      </span>
      {book.lastStepAt !== null && (
        <span className="text-ink-3">
          stored <Ago at={book.lastStepAt} />
        </span>
      )}
    </>
  );
}
