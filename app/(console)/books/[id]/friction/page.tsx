import type { Metadata } from 'next';
import { z } from 'zod';
import { requireActor } from '@/app/_server/actor';
import { orNotFound } from '@/app/_server/or-not-found';
import { BrokerFit } from '@/components/friction/broker-fit';
import { RefreshOn } from '@/components/live/refresh-on';
import { paths } from '@/components/paths';
import { LinkButton } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { BookStateChip } from '@/components/ui/state-chip';
import { SyntheticBadge } from '@/components/ui/synthetic-badge';
import { Tabs } from '@/components/ui/tabs';
import { readFriction, whyNotChangeCosts } from '@/server/books/read-friction';
import { db } from '@/server/db/client';
import { FittedTab } from './fitted-tab';
import { Sim2RealTab } from './sim2real-tab';

export const metadata: Metadata = { title: 'Friction' };

const TABS = { fitted: 'Modelled and realised', sim2real: 'Sim2Real', broker: 'Your broker’s fills' } as const;
/** What does not parse is as good as absent. */
const querySchema = z.object({
  episode: z.coerce.number().int().positive().nullable().catch(null).default(null),
  tab: z.enum(['fitted', 'sim2real', 'broker']).catch('fitted').default('fitted'),
});

export default async function FrictionPage({ params, searchParams }: { params: Promise<{ id: string }>; searchParams: Promise<Record<string, string | string[]>> }) {
  const { actor } = await requireActor();
  const { id } = await params;
  const { episode, tab } = querySchema.parse(await searchParams);
  const friction = orNotFound(() => readFriction(db(), { bookId: id, episodeNumber: episode }));
  const { book, market, episodes } = friction;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Overview', href: paths.overview() }, { label: book.name, href: paths.book(id) }]}
        title="Friction"
        meta={
          <>
            <BookStateChip state={book.state} />
            {market.synthetic && <SyntheticBadge seed={market.seed} />}
            <span>What trading costs, modelled and realised</span>
          </>
        }
        actions={<LinkButton href={paths.book(id)}>Back to the book</LinkButton>}
      />
      <Tabs label="Friction" current={tab} items={Object.entries(TABS).map(([key, label]) => ({ id: key, label, href: paths.friction(id, { tab: key === 'fitted' ? null : key, episode: key === 'fitted' ? episode : null }) }))} />
      {tab === 'fitted' && (
        <>
          {episodes.length > 1 && (
            <div className="mt-4">
              <Tabs label="Episodes" current={String(friction.episode.number)} items={episodes.map((e) => ({ id: String(e.number), label: `Episode ${e.number}${e.friction ? '' : ', no friction'}`, href: paths.friction(id, { episode: e.number }) }))} />
            </div>
          )}
          <FittedTab friction={friction} actor={actor} />
        </>
      )}
      {tab === 'sim2real' && <Sim2RealTab bookId={id} currency={market.currency} actor={actor} />}
      {tab === 'broker' && <BrokerFit book={{ id, name: book.name, revision: book.revision, model: friction.model, shipped: friction.shipped, configured: friction.configured, whyNotTake: whyNotChangeCosts(book, actor) }} />}
      <RefreshOn kinds={['step', 'job', 'book']} bookId={id} />
    </>
  );
}
