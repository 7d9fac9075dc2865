'use client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { cx } from '../cx';
import { useStream } from '../live/use-stream';
import { paths } from '../paths';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import type { BookSeries } from './book-series';
import { RANGES } from './ranges';
import { SeriesTable } from './series-table';

/** recharts is a third of the page's code and draws nothing on the server: it comes after the page (stack.md §3). */
const Stack = dynamic(() => import('./book-chart-stack').then((m) => m.BookChartStack), { ssr: false, loading: () => <Skeleton /> });
const Skeleton = () => <div aria-busy="true" className="h-[64rem] animate-pulse rounded-md bg-sink" />;

interface BookChartsProps {
  bookId: string;
  /** null = the episode that runs now. */
  episodeId: string | null;
  /** Trading days back from the last, as text from the URL; empty = all. */
  range: string;
  rangeHref: Record<string, string>;
}

async function fetchSeries(url: string, signal: AbortSignal): Promise<BookSeries> {
  const response = await fetch(url, { signal });
  const body = (await response.json()) as BookSeries & { error?: { message: string } };
  if (!response.ok) throw new Error(body.error?.message ?? `The server answered ${response.status}.`);
  return body;
}

/** Charts of a book: fetched apart from the page, re-read when a step is stored, old data kept meanwhile. */
export function BookCharts({ bookId, episodeId, range, rangeHref }: BookChartsProps) {
  const [asTable, setAsTable] = useState(false);
  const client = useQueryClient();
  const key = ['series', bookId, episodeId, range];
  const url = paths.seriesApi(bookId, { episode: episodeId, range });
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchSeries(url, signal), placeholderData: keepPreviousData });
  // `cancelRefetch: false`: a fast run sends many events, one request at a time is enough.
  useStream({ kinds: ['step', 'alert', 'book'], bookId }, () => void client.invalidateQueries({ queryKey: ['series', bookId] }, { cancelRefetch: false }));

  if (query.isError && !query.data) return <EmptyState kind="failed" title="The charts could not be read." action={<Button onClick={() => query.refetch()}>Try again</Button>}>{query.error.message}</EmptyState>;
  if (query.data && query.data.dates.length === 0) return <EmptyState kind="none" title="No trading day is stored yet.">Step the book once and its curve begins.</EmptyState>;
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <nav aria-label="Range" className="flex gap-1 text-xs">
          {RANGES.map((r) => (
            <Link key={r.id} href={rangeHref[r.id] ?? ''} scroll={false} aria-current={r.id === range ? 'true' : undefined} className={cx('rounded-md px-2 py-1', r.id === range ? 'bg-sink font-medium' : 'text-ink-2 hover:bg-sink')}>
              {r.label}
            </Link>
          ))}
        </nav>
        <Button size="sm" variant="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show charts' : 'Show as table'}
        </Button>
      </div>
      {!query.data ? <Skeleton /> : asTable ? <SeriesTable series={query.data} /> : <Stack series={query.data} syncId={bookId} />}
    </div>
  );
}
