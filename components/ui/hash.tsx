'use client';
import { useState } from 'react';
import { formatHash } from '../format';

/** A content hash: ten characters, the whole of it on hover, copied on click. */
export function Hash({ value, kind }: { value: string | null | undefined; kind?: string }) {
  const [copied, setCopied] = useState(false);
  if (!value) return <span className="text-ink-3">–</span>;
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" onClick={copy} title={value} aria-label={`Copy ${kind ?? 'hash'} ${formatHash(value)}`} className="rounded font-mono text-xs text-ink-2 underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-ink">
      {copied ? 'copied    ' : formatHash(value)}
      <span role="status" className="sr-only">
        {copied ? 'copied' : ''}
      </span>
    </button>
  );
}
