import type { Metadata } from 'next';
import { requireActor } from '@/app/_server/actor';
import { LedgerDetails } from '@/components/data/ledger-view';
import { MarketTable } from '@/components/data/market-table';
import { readLedger } from '@/components/data/read-ledger';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { db } from '@/server/db/client';
import { listMarkets } from '@/server/db/list-markets';
import { AccountsSection } from './accounts-section';
import { TracesSection } from './traces-section';

export const metadata: Metadata = { title: 'Data' };

export default async function DataPage({ searchParams }: { searchParams: Promise<{ market?: string; kind?: string; account?: string; phases?: string }> }) {
  await requireActor();
  const query = await searchParams;
  const markets = listMarkets(db());
  const chosen = markets.find((m) => m.name === query.market) ?? null;
  const ledger = chosen && readLedger(chosen.ledger);
  return (
    <>
      <PageHeader title="Data" />
      <Section
        title="Markets"
        className="mt-0"
        hint={
          <>
            Bars of your own: <code className="font-mono">oomrl import bars FILE… --market NAME</code>. A name opens the import ledger.
          </>
        }
      >
        {markets.length === 0 ? <EmptyState kind="none" title="There is no market yet." /> : <MarketTable markets={markets} />}
      </Section>
      {chosen && ledger && <LedgerDetails market={chosen.name} ledger={ledger} kind={query.kind ?? null} />}
      {chosen && !ledger && (
        <Section title={chosen.name}>
          <EmptyState kind="none" title={chosen.synthetic ? 'A generated market has no files and no findings.' : 'No import ledger is stored for this market.'} />
        </Section>
      )}
      <AccountsSection chosen={query.account ?? null} phases={query.phases ?? ''} />
      <TracesSection />
    </>
  );
}
