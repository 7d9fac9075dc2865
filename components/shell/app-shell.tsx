import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Role } from '@/server/contracts/roles';
import { LiveStatus, StaleBanner } from '../live/live-status';
import { paths } from '../paths';
import { ToastProvider } from '../ui/toast';
import { HotkeyProvider } from './hotkeys';
import { KeySheet } from './key-sheet';
import { ListKeys } from './list-keys';
import { Mark } from './mark';
import { MobileMenu } from './mobile-menu';
import { Nav, type NavBook } from './nav';
import { NAV_ITEMS } from './nav-items';
import { NavKeys } from './nav-keys';
import { Palette, PaletteButton } from './palette';
import { ThemePicker, ZonePicker } from './preference-pickers';
import type { Theme } from './preferences';
import { Providers } from './providers';
import { WaitingTitle } from './waiting-title';

interface AppShellProps {
  person: { name: string; role: Role };
  books: readonly NavBook[];
  /** How many things wait for a person: in the rail and in the tab's title. */
  waiting: number;
  theme: Theme;
  /** The sign-out form, made by the door that owns its action. */
  signOut: ReactNode;
  /** The kill switch, likewise. */
  haltAll: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in page: rail, palette, keys, age of what is shown. */
export function AppShell({ person, books, waiting, theme, signOut, haltAll, children }: AppShellProps) {
  const items = [
    ...NAV_ITEMS.map((item) => ({ label: item.label, hint: 'Screen', href: item.href })),
    ...books.flatMap((book) => [
      { label: book.name, hint: 'Book', href: paths.book(book.id) },
      { label: `${book.name}: performance`, hint: 'Book', href: paths.performance(book.id) },
    ]),
  ];
  const rail = (
    <>
      <Nav books={books} waiting={waiting} />
      <div className="mt-auto flex flex-col gap-1 px-2 pt-8">
        <LiveStatus />
        {haltAll}
        <div className="-ml-1 flex flex-col items-start">
          <ZonePicker />
          <ThemePicker theme={theme} />
        </div>
        <div className="mt-2 flex items-center justify-between border-t border-line pt-3 text-xs">
          <span className="min-w-0 truncate">
            {person.name} <span className="text-ink-3">{person.role}</span>
          </span>
          {signOut}
        </div>
      </div>
    </>
  );
  return (
    <Providers>
      <HotkeyProvider>
        <ToastProvider>
          <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raise focus:px-3 focus:py-1.5">
            Skip to the page
          </a>
          <WaitingTitle waiting={waiting} />
          <div className="min-h-dvh lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
            <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line p-3 lg:flex">
              <Link href={paths.overview()} className="mb-4 flex items-center gap-2 rounded-md px-2 py-1 text-[0.8125rem] font-medium tracking-tight">
                <Mark className="size-5" /> OOM-RL Console
              </Link>
              <div className="mb-5">
                <PaletteButton />
              </div>
              {rail}
            </aside>
            <MobileMenu>{rail}</MobileMenu>
            <div className="min-w-0">
              <StaleBanner />
              <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[84rem] px-4 pt-6 pb-24 outline-none sm:px-8 sm:pt-8">
                {children}
              </main>
            </div>
          </div>
          <NavKeys books={books} />
          <ListKeys />
          <Palette items={items} />
          <KeySheet />
        </ToastProvider>
      </HotkeyProvider>
    </Providers>
  );
}
