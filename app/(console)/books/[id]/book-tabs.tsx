import type { ReactNode } from 'react';
import { DaysTable } from '@/components/book/days-table';
import { FillsTable } from '@/components/book/fills-table';
import { HistoryTable } from '@/components/book/history-table';
import { HoldingsTable } from '@/components/book/holdings-table';
import { OrdersTable } from '@/components/book/orders-table';
import { PageLinks } from '@/components/book/page-links';
import { pageOf } from '@/components/book/row-pages';
import { UnpricedNotice } from '@/components/book/unpriced-notice';
import { VersionsTable } from '@/components/book/versions-table';
import { paths } from '@/components/paths';
import { Tabs } from '@/components/ui/tabs';
import type { BookPage } from '@/server/books/get-book-page';
import { AlertsTab } from './alerts-tab';
import { BOOK_TABS, type BookTab } from './query';

const labels: Record<BookTab, string> = { holdings: 'Holdings', orders: 'Orders', fills: 'Fills', versions: 'Versions', alerts: 'Alerts', days: 'Days', history: 'History' };

interface BookTabsProps {
  page: BookPage;
  query: { tab: BookTab | null; page: number | null };
  /** Why this reader cannot handle alerts, or null. */
  whyNotHandle: string | null;
  hrefOf: (tab: BookTab, page?: number) => string;
}

/** The rows behind the curves. The chosen tab stands in the URL. */
export function BookTabs({ page, query, whyNotHandle, hrefOf }: BookTabsProps) {
  const current = query.tab ?? 'holdings';
  const { currency } = page.book;
  const stretches = page.versions.filter((v) => v.episodeId === page.episode.id);
  const counts: Partial<Record<BookTab, number>> = { holdings: page.holdings.length, versions: stretches.length, alerts: page.alerts.length };
  const orders = pageOf(page.orders, query.page);
  const fills = pageOf(page.fills, query.page);
  const shown = current === 'orders' ? orders : current === 'fills' ? fills : null;
  const content: Record<BookTab, () => ReactNode> = {
    holdings: () => (
      <>
        {page.lastStep && <UnpricedNotice unpriced={page.lastStep.unpriced} date={page.lastStep.date} />}
        <HoldingsTable holdings={page.holdings} currency={currency} date={page.lastStep?.date ?? null} />
      </>
    ),
    orders: () => <OrdersTable orders={orders.rows} caption="Of the last 200 orders, newest day first" />,
    fills: () => <FillsTable fills={fills.rows} caption="Of the last 200 fills, newest day first" currency={currency} />,
    versions: () => <VersionsTable stretches={stretches} currency={currency} />,
    alerts: () => <AlertsTab alerts={page.alerts} whyNot={whyNotHandle} />,
    days: () => <DaysTable steps={page.recentSteps} currency={currency} />,
    history: () => <HistoryTable transitions={page.transitions} />,
  };
  return (
    <section aria-label="Rows" className="mt-10">
      <Tabs label="Rows" current={current} items={BOOK_TABS.map((tab) => ({ id: tab, label: labels[tab], count: counts[tab] ?? null, href: hrefOf(tab) }))} />
      <div className="pt-3">
        {(current === 'orders' || current === 'fills' || current === 'days') && (
          <p className="mb-2 text-right text-xs">
            <a className="rounded text-accent hover:underline hover:underline-offset-4" href={paths.rowsCsv(page.book.id, { kind: current, episode: page.episode.id })} download>
              All {current} of this episode as CSV
            </a>
          </p>
        )}
        {content[current]()}
        {shown && <PageLinks page={shown.page} pages={shown.pages} hrefOf={(n) => hrefOf(current, n)} />}
      </div>
    </section>
  );
}
