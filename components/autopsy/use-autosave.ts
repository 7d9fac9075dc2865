'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Autosaver, type AutosaverOptions, type SaveState } from './autosaver';

const DELAY_MS = 800;

interface Kept<T> {
  revision: number;
  value: T;
}

/**
 * Autosave of one draft. What is not stored yet is also kept in this browser under the draft's id, so that a closed tab
 * or a lost connection loses nothing; `restored` is such text, found again for the same revision.
 */
export function useAutosave<T>({ draftId, revision, savedAt, save, isSame }: {
  draftId: string;
  revision: number;
  savedAt: number | null;
  save: AutosaverOptions<T>['save'];
  isSame: (value: T) => boolean;
}) {
  const key = `oomrl.draft.${draftId}`;
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: savedAt });
  const [restored, setRestored] = useState<T | null>(null);
  const saveRef = useRef(save);
  saveRef.current = save;
  const saver = useRef<Autosaver<T> | null>(null);
  saver.current ??= new Autosaver<T>({
    revision,
    delayMs: DELAY_MS,
    save: (value, at) => saveRef.current(value, at),
    onState: (next) => {
      setState(next);
      if (next.kind === 'saved') localStorage.removeItem(key);
    },
  });

  // External systems: this browser's storage (read once) and the tab's life (flush when it is hidden or closed).
  const first = useRef({ revision, isSame });
  useEffect(() => {
    const kept = readKept<T>(key);
    if (kept && kept.revision === first.current.revision && !first.current.isSame(kept.value)) setRestored(kept.value);
    else localStorage.removeItem(key);
    const onHide = () => void saver.current?.flush();
    const onUnload = (event: BeforeUnloadEvent) => saver.current?.unsaved && event.preventDefault();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('beforeunload', onUnload);
      void saver.current?.flush();
    };
  }, [key]);

  const change = useCallback(
    (value: T) => {
      keep<T>(key, { revision: saver.current?.currentRevision ?? 0, value });
      saver.current?.change(value);
    },
    [key],
  );
  const flush = useCallback(async () => (await saver.current?.flush()) ?? false, []);
  const overwrite = useCallback(async (at: number) => (await saver.current?.overwrite(at)) ?? false, []);
  const currentRevision = useCallback(() => saver.current?.currentRevision ?? revision, [revision]);
  const forget = useCallback(() => {
    localStorage.removeItem(key);
    setRestored(null);
  }, [key]);
  const dropRestored = useCallback(() => setRestored(null), []);
  return { state, change, flush, overwrite, currentRevision, restored, dropRestored, forget };
}

function readKept<T>(key: string): Kept<T> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'revision' in kept && 'value' in kept ? (kept as Kept<T>) : null;
  } catch {
    return null;
  }
}

function keep<T>(key: string, value: Kept<T>): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden storage: the save on the server is the one that counts, this copy is only its safety net.
  }
}
