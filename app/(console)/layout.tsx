import type { ReactNode } from 'react';
import { requireActor } from '@/app/_server/actor';
import { readTheme } from '@/app/_server/preferences';
import { RefreshOn } from '@/components/live/refresh-on';
import { StreamStart } from '@/components/live/stream-start';
import { AppShell } from '@/components/shell/app-shell';
import { lastEventId } from '@/server/audit/events';
import { listNavBooks } from '@/server/books/list-nav-books';
import { db } from '@/server/db/client';
import { listWaiting } from '@/server/monitor/list-waiting';
import { HaltAll } from '@/components/shell/halt-all';
import { readKillSwitch } from '@/server/books/halt-all';
import { roleAtLeast } from '@/server/contracts/roles';
import { haltAll } from './actions';
import { SignOut } from './sign-out';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { user, actor } = await requireActor();
  const theme = await readTheme();
  return (
    <AppShell person={{ name: user.name, role: user.role }} books={listNavBooks(db())} waiting={listWaiting(db()).length} theme={theme} signOut={<SignOut />} haltAll={<HaltAll {...readKillSwitch(db())} whyNot={roleAtLeast(actor.role, 'operator') ? null : `This needs the role operator; ${actor.name} is ${actor.role}.`} halt={haltAll} />}>
      <StreamStart after={lastEventId(db())} />
      {children}
      <RefreshOn kinds={['book', 'alert', 'incident', 'autopsy', 'proposal', 'approval']} />
    </AppShell>
  );
}
