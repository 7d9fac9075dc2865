'use client';
import { createContext, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useContext, useId } from 'react';
import { cx } from '../cx';
import { withMath } from './math-text';

interface Wiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}
const FieldContext = createContext<Wiring | null>(null);

/** Label, hint and error of one input; the input inside is wired to them. */
export function Field({ label, hint, error, aside, className, children }: { label: string; hint?: ReactNode; error?: string | null | undefined; aside?: ReactNode; className?: string; children: ReactNode }) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>
      <div className={cx('min-w-0', className)}>
        <div className="mb-1 flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="text-xs font-medium text-ink">
            {withMath(label)}
          </label>
          {aside && <span className="text-2xs text-ink-3">{aside}</span>}
        </div>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="mt-1 text-xs text-ink-2">
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} role="alert" className="mt-1 text-xs text-signal">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

const box = 'w-full rounded-md border bg-raise px-2.5 text-[0.8125rem] text-ink placeholder:text-ink-3 disabled:bg-sink disabled:text-ink-3 pointer-coarse:text-base';

function useWiring(own: { id?: string | undefined; className?: string | undefined }) {
  const field = useContext(FieldContext);
  return {
    id: own.id ?? field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    className: cx(box, field?.invalid ? 'border-signal' : 'border-line-strong', own.className),
  };
}

export function TextInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const wired = useWiring(props);
  return <input type="text" {...props} {...wired} className={cx(wired.className, 'h-8 read-only:bg-sink')} />;
}

/** Numbers are typed as text with a decimal keypad: no spinner that changes a limit on a scroll. */
export function NumberInput({ unit, ...props }: InputHTMLAttributes<HTMLInputElement> & { unit?: string }) {
  const wired = useWiring(props);
  const input = <input inputMode="decimal" autoComplete="off" {...props} type="text" {...wired} className={cx(wired.className, 'num h-8 text-right read-only:bg-sink')} />;
  if (!unit) return input;
  return (
    <span className="flex items-center gap-2">
      {input}
      <span className="text-xs whitespace-nowrap text-ink-2">{unit}</span>
    </span>
  );
}

export function TextArea(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const wired = useWiring(props);
  return <textarea rows={4} {...props} {...wired} className={cx(wired.className, 'py-1.5 leading-relaxed read-only:bg-sink')} />;
}

export function Select(props: SelectHTMLAttributes<HTMLSelectElement>) {
  const wired = useWiring(props);
  return <select {...props} {...wired} className={cx(wired.className, 'h-8 pr-7')} />;
}
