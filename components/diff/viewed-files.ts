'use client';
import { useCallback, useEffect, useState } from 'react';

/**
 * "Viewed" marks per file, kept in this browser under the hash of the diff: when the agent edits again the hash
 * changes and every mark is gone (console.md A3 65).
 */
export function useViewedFiles(diffHash: string): [ReadonlySet<string>, (path: string, viewed: boolean) => void] {
  const key = `oomrl.viewed.${diffHash}`;
  const [viewed, setViewed] = useState<ReadonlySet<string>>(new Set());

  // External system: localStorage, which the server does not have; read after the first paint.
  useEffect(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      if (Array.isArray(stored)) setViewed(new Set(stored.filter((p): p is string => typeof p === 'string')));
    } catch {
      setViewed(new Set());
    }
  }, [key]);

  const mark = useCallback(
    (path: string, on: boolean) =>
      setViewed((before) => {
        const after = new Set(before);
        if (on) after.add(path);
        else after.delete(path);
        localStorage.setItem(key, JSON.stringify([...after]));
        return after;
      }),
    [key],
  );
  return [viewed, mark];
}
