'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../paths';
import { Mark } from './mark';

/** Below 1024 px the rail is behind one button; choosing a page closes it, and so does Escape. */
export function MobileMenu({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);
  const opener = useRef<HTMLElement>(null);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of address is the trigger
  useEffect(() => {
    box.current?.removeAttribute('open');
  }, [pathname]);
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper lg:hidden">
      <div className="flex h-12 items-center justify-between px-4">
        <Link href={paths.overview()} className="flex items-center gap-2 text-[0.8125rem] font-medium tracking-tight">
          <Mark className="size-5" /> OOM-RL Console
        </Link>
        <details
          ref={box}
          className="group"
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !box.current?.open) return;
            box.current.open = false;
            opener.current?.focus();
          }}
        >
          <summary ref={opener} className="list-none rounded-md border border-line-strong px-2.5 py-1 text-xs group-open:bg-sink [&::-webkit-details-marker]:hidden">Menu</summary>
          <div className="absolute inset-x-0 top-12 flex max-h-[calc(100dvh-3rem)] flex-col overflow-y-auto border-y border-line bg-paper p-3">{children}</div>
        </details>
      </div>
    </header>
  );
}
