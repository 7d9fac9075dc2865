import Link from 'next/link';
import type { BookSummary } from '@/server/books/list-book-rows';
import { fromBp } from '@/server/contracts/units';
import { LossGauge } from '../charts/loss-gauge';
import { Spark } from '../charts/spark';
import { formatPercent } from '../format';
import { paths } from '../paths';
import { Chip } from '../ui/chip';
import { Ago, DateText } from '../ui/date-text';
import { Definition } from '../ui/definition';
import { Bp, Money, Percent } from '../ui/number';
import { BookStateChip } from '../ui/state-chip';
import { SyntheticBadge } from '../ui/synthetic-badge';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

/** One row per book: is it well, and how old is that answer. */
export function BookList({ books }: { books: readonly BookSummary[] }) {
  return (
    <Table caption="One row per book">
      <Thead>
        <Th>Book</Th>
        <Th className="max-md:hidden">Episode so far</Th>
        <Th num className="max-sm:hidden">
          Equity
        </Th>
        <Th num>
          <Definition term="pnl">Last day</Definition>
        </Th>
        <Th>
          <Definition term="principal_loss">L_t</Definition> / <Definition term="tau">τ</Definition>
        </Th>
        <Th num className="max-lg:hidden">
          <Definition term="friction_realised">Friction</Definition>
        </Th>
        <Th num className="max-md:hidden">
          As of
        </Th>
      </Thead>
      <tbody>
        {books.map((book) => (
          <BookLine key={book.id} book={book} />
        ))}
      </tbody>
    </Table>
  );
}

function BookLine({ book }: { book: BookSummary }) {
  const growth = book.spark.at(-1);
  const tau = fromBp(book.tauBp);
  return (
    <Tr>
      <Td className="py-3">
        <Link href={paths.book(book.id)} className="text-sm font-medium hover:underline hover:underline-offset-4">
          {book.name}
        </Link>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
          <BookStateChip state={book.state} />
          <span>
            {book.versionLabel} · episode {book.episodeNumber}
          </span>
          {!book.friction && (
            <Chip shape="dash" title="Fees, spread and impact are zero in this episode.">
              No friction
            </Chip>
          )}
          {book.synthetic && <SyntheticBadge seed={book.seed} />}
        </div>
      </Td>
      <Td className="max-md:hidden">
        <Spark values={book.spark} label={`Equity of ${book.name} since the episode began, ${growth === undefined ? 'no day yet' : formatPercent(growth - 1, 1, true)}`} />
      </Td>
      <Td num className="max-sm:hidden">
        <Money fen={book.equityFen} currency={book.currency} />
      </Td>
      <Td num>
        <Percent value={book.todayReturn} signed />
        <div className="text-xs max-sm:hidden">
          <Money fen={book.todayPnlFen} currency={book.currency} signed />
        </div>
      </Td>
      <Td>
        <div className="num mb-1 text-xs">
          {formatPercent(book.principalLoss, 1)} <span className="text-ink-3">/ {formatPercent(tau, 0)}</span>
        </div>
        <LossGauge principalLoss={book.principalLoss} tau={tau} compact />
      </Td>
      <Td num className="max-lg:hidden">
        <Bp value={book.frictionRealised} />
        <div className="text-xs text-ink-3">
          modelled <Bp value={book.frictionModelled} />
        </div>
      </Td>
      <Td num className="text-xs max-md:hidden">
        <DateText date={book.date} />
        <div className="text-ink-3">
          <Ago at={book.lastStepAt} />
        </div>
      </Td>
    </Tr>
  );
}
