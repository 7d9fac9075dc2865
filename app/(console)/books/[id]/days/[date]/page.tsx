import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireActor } from '@/app/_server/actor';
import { orNotFound } from '@/app/_server/or-not-found';
import { AlertsTable } from '@/components/book/alerts-table';
import { DayParts } from '@/components/book/day-parts';
import { FillsTable } from '@/components/book/fills-table';
import { OrdersTable } from '@/components/book/orders-table';
import { UnpricedNotice } from '@/components/book/unpriced-notice';
import { paths } from '@/components/paths';
import { LinkButton } from '@/components/ui/button';
import { Hash } from '@/components/ui/hash';
import { PageHeader } from '@/components/ui/page-header';
import { Section } from '@/components/ui/section';
import { SyntheticBadge } from '@/components/ui/synthetic-badge';
import { frictionRatio, listBookRows } from '@/server/books/list-book-rows';
import { readDay } from '@/server/books/read-day';
import { dateSchema, idSchema } from '@/server/contracts/ids';
import { db } from '@/server/db/client';

interface Props {
  params: Promise<{ id: string; date: string }>;
  searchParams: Promise<{ episode?: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).date };
}

export default async function DayPage({ params, searchParams }: Props) {
  await requireActor();
  const { id, date } = await params;
  const episode = idSchema('episode').optional().catch(undefined).parse((await searchParams).episode);
  if (!dateSchema.safeParse(date).success) notFound();
  const day = orNotFound(() => readDay(db(), { bookId: id, date, episodeId: episode }));
  const book = listBookRows(db(), { bookId: id })[0] ?? notFound();
  const at = (other: string) => paths.day(id, other, { episode: episode ?? null });
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Overview', href: paths.overview() }, { label: book.name, href: paths.book(id, { episode: episode ?? null }) }]}
        title={date}
        meta={
          <>
            {book.synthetic && <SyntheticBadge seed={book.seed} />}
            <span>day {day.step.dayIndex + 1} of the episode</span>
            <span className="flex items-center gap-1.5">
              chain <Hash value={day.step.digest} kind="digest" />
            </span>
          </>
        }
        actions={
          <>
            {day.prevDate && <LinkButton href={at(day.prevDate)}>← {day.prevDate}</LinkButton>}
            {day.nextDate && <LinkButton href={at(day.nextDate)}>{day.nextDate} →</LinkButton>}
          </>
        }
      />
      <div id={paths.anchor({ kind: 'day', id: date })}>
        <DayParts step={day.step} currency={book.currency} frictionRealised={frictionRatio(day.step)} />
      </div>
      <div className="mt-6">
        <UnpricedNotice unpriced={day.step.unpriced} date={date} />
      </div>
      {day.alerts.length > 0 && (
        <Section title="Alerts">
          <AlertsTable alerts={day.alerts} />
        </Section>
      )}
      <Section title="Fills" aside={day.fills.length}>
        <FillsTable fills={day.fills} caption={`Fills of ${date}`} currency={book.currency} />
      </Section>
      <Section title="Orders" aside={day.orders.length}>
        <OrdersTable orders={day.orders} caption={`Orders of ${date}`} />
      </Section>
    </>
  );
}
