'use client';
import { PageFailure } from '@/components/shell/page-failure';

export default function ConsoleError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <PageFailure error={error} retry={reset} />;
}
