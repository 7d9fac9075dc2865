import type { Metadata } from 'next';
import { requireActor } from '@/app/_server/actor';
import { paths } from '@/components/paths';
import { PageHeader } from '@/components/ui/page-header';
import { Tabs } from '@/components/ui/tabs';
import { AgentSettings } from './agent-settings';
import { BookSettings } from './book-settings';
import { MachineSettings } from './machine-settings';
import { PeopleSettings } from './people-settings';

export const metadata: Metadata = { title: 'Settings' };
const TABS = [
  { id: 'thresholds', label: 'Thresholds' },
  { id: 'costs', label: 'Costs and limits' },
  { id: 'agents', label: 'Agents and budgets' },
  { id: 'people', label: 'People' },
  { id: 'machine', label: 'This machine' },
] as const;

export default async function SettingsPage({ searchParams }: { searchParams: Promise<{ tab?: string; book?: string }> }) {
  const { actor } = await requireActor();
  const query = await searchParams;
  const current = TABS.find((t) => t.id === query.tab)?.id ?? 'thresholds';
  const whyNot = actor.role === 'approver' ? null : `Changing this needs the role approver; ${actor.name} is ${actor.role}. You can read it.`;
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs label="Settings" current={current} items={TABS.map((t) => ({ ...t, href: paths.settings({ tab: t.id === 'thresholds' ? null : t.id, book: query.book ?? null }) }))} />
      <div className="mt-6">
        {current === 'thresholds' || current === 'costs' ? <BookSettings tab={current} bookId={query.book} whyNot={whyNot} /> : null}
        {current === 'agents' ? <AgentSettings whyNot={whyNot} /> : null}
        {current === 'machine' ? <MachineSettings /> : null}
        {current === 'people' ? <PeopleSettings selfId={actor.id} whyNot={whyNot} /> : null}
      </div>
    </>
  );
}
