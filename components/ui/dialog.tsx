'use client';
import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A modal on the platform's `<dialog>`: focus is kept inside, Escape closes, focus goes back where it was. In the middle also where a parent spaces its children. */
export function Dialog({ open, onClose, title, wide = false, children }: { open: boolean; onClose: () => void; title: string; wide?: boolean; children: ReactNode }) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  // The external system is the browser's top layer: React has no prop for a *modal* dialog.
  useEffect(() => {
    const dialog = box.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  return (
    <dialog ref={box} aria-labelledby={id} onClose={onClose} className={wide ? 'm-auto! w-[44rem] max-w-[calc(100vw-2rem)]' : 'm-auto! w-[28rem] max-w-[calc(100vw-2rem)]'}>
      {open && (
        <div className="p-5">
          <h2 id={id} className="text-base font-medium tracking-tight">
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  );
}
