'use client';
import { PageFailure } from '@/components/shell/page-failure';

export default function RootError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main className="mx-auto max-w-2xl p-6">
      <PageFailure error={error} retry={retry} whole />
    </main>
  );
}
