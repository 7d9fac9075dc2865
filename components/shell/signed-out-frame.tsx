import type { ReactNode } from 'react';
import { Mark } from './mark';

/** Pages before there is a session: one thing in the middle. */
export function SignedOutFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-xs">
        <Mark className="mb-5 size-8" />
        <h1 className="text-xl font-medium tracking-tight">{title}</h1>
        <p className="mb-6 text-xs text-ink-2">OOM-RL Console</p>
        {children}
      </div>
    </main>
  );
}
