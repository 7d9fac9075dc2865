'use client';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { Button } from './button';

export interface ToastMessage {
  text: string;
  tone?: 'info' | 'error';
  /** Undo and the like; the toast stays at least 8 s (console.md A2). */
  action?: { label: string; run: () => void };
}

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null);
const SHOWN_MS = 8000;

/** Says what just happened. @throws outside the shell */
export function useToast(): (message: ToastMessage) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs <ToastProvider> above it.');
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<(ToastMessage & { id: number })[]>([]);
  const next = useRef(0);
  const drop = useCallback((id: number) => setShown((list) => list.filter((t) => t.id !== id)), []);
  const show = useCallback(
    (message: ToastMessage) => {
      const id = next.current++;
      setShown((list) => [...list.slice(-2), { ...message, id }]);
      // An error stays until it is read.
      if (message.tone !== 'error') setTimeout(() => drop(id), SHOWN_MS);
    },
    [drop],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div role="status" aria-live="polite" className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex flex-col items-end gap-2">
        {shown.map((toast) => (
          <div key={toast.id} className="pointer-events-auto flex max-w-md items-center gap-3 rounded-md border border-line-strong bg-raise py-1.5 pr-1.5 pl-3 text-[0.8125rem] shadow-lg">
            <span className={toast.tone === 'error' ? 'text-signal' : undefined}>{toast.text}</span>
            {toast.action && (
              <Button
                size="sm"
                onClick={() => {
                  toast.action?.run();
                  drop(toast.id);
                }}
              >
                {toast.action.label}
              </Button>
            )}
            <Button size="sm" variant="quiet" aria-label="Dismiss" onClick={() => drop(toast.id)}>
              ×
            </Button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
