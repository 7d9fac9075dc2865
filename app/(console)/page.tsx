import { requireActor } from '@/app/_server/actor';
import { RefreshOn } from '@/components/live/refresh-on';
import { BookList } from '@/components/overview/book-list';
import { MachineNotice } from '@/components/overview/machine-notice';
import { WaitingList } from '@/components/overview/waiting-list';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { listBookRows } from '@/server/books/list-book-rows';
import { db } from '@/server/db/client';
import { engineStatus } from '@/server/engine/host';
import { listWaiting } from '@/server/monitor/list-waiting';

export default async function OverviewPage() {
  await requireActor();
  const waiting = listWaiting(db());
  const books = listBookRows(db());
  return (
    <>
      <PageHeader title="Overview" />
      <MachineNotice health={engineStatus().sandbox} />
      <Section title="Waiting for a person" aside={waiting.length > 1 ? 'oldest first' : null} className="mt-0">
        <WaitingList items={waiting} />
      </Section>
      <Section title="Books">
        {books.length > 0 ? (
          <BookList books={books} />
        ) : (
          <EmptyState kind="none" title="There is no book yet.">
            <code className="font-mono">npm start</code> prepares the demo; a book of your own needs a market (<code className="font-mono">oomrl import bars</code>) and a strategy package.
          </EmptyState>
        )}
      </Section>
      <RefreshOn kinds={['step', 'job']} />
    </>
  );
}
