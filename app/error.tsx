'use client';
import { PageFailure } from '@/components/shell/page-failure';

export default function RootError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto max-w-2xl p-6">
      <PageFailure error={error} retry={reset} />
    </main>
  );
}
