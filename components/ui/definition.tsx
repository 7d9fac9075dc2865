'use client';
import { type ReactNode, useId, useRef } from 'react';
import { type Term, terms } from '../terms';
import { MathText, withMath } from './math-text';

const GAP = 6;

/**
 * A word or number with its definition: shown on hover, focus and click, in the top layer so that no table clips it.
 * `term` names an entry of `terms`; `text` gives one directly.
 */
export function Definition({ term, text, children }: { term?: Term; text?: string; children: ReactNode }) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLDivElement>(null);
  const entry = term ? terms[term] : null;

  const show = () => {
    const box = bubble.current;
    const at = anchor.current?.getBoundingClientRect();
    if (!box || !at || box.matches(':popover-open')) return;
    box.showPopover();
    const { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - width - 8))}px`;
    box.style.top = `${at.bottom + GAP + height > window.innerHeight ? Math.max(8, at.top - GAP - height) : at.bottom + GAP}px`;
  };
  const hide = () => bubble.current?.matches(':popover-open') && bubble.current.hidePopover();

  return (
    <>
      <button ref={anchor} type="button" aria-describedby={id} onMouseEnter={show} onMouseLeave={hide} onFocus={show} onBlur={hide} onClick={show} onKeyDown={(e) => e.key === 'Escape' && hide()} className="cursor-help rounded-sm text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-ink-3">
        {withMath(children)}
      </button>
      <div ref={bubble} id={id} role="tooltip" popover="manual" className="w-72 max-w-[calc(100vw-1rem)] p-3 text-left text-xs leading-relaxed font-normal whitespace-normal text-ink-2 normal-case">
        {entry ? (
          <>
            <strong className="block font-medium text-ink">{withMath(entry.name)}</strong>
            <MathText>{entry.meaning}</MathText>
            {entry.formula && <code className="mt-1.5 block font-mono text-2xs text-ink">{withMath(entry.formula)}</code>}
          </>
        ) : (
          withMath(text)
        )}
      </div>
    </>
  );
}
