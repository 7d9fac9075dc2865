import Link from 'next/link';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from '../cx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'md' | 'sm';

const base = 'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors select-none';
const sizes: Record<Size, string> = { md: 'h-8 px-3 text-[0.8125rem]', sm: 'h-7 px-2 text-xs' };
const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-accent-ink hover:brightness-110',
  secondary: 'border-line-strong bg-raise text-ink hover:bg-sink',
  quiet: 'border-transparent text-ink-2 hover:bg-sink hover:text-ink',
  danger: 'border-signal bg-raise text-signal hover:bg-signal-soft',
};
const off = 'cursor-not-allowed border-line bg-sink text-ink-3 hover:bg-sink hover:text-ink-3 hover:brightness-100';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: ButtonVariant;
  size?: Size;
  /** Why it cannot be pressed now. The button stays focusable, so the reason can be read by everyone. */
  disabledReason?: string | null | undefined;
  /** Print the reason beside the button instead of only in its title. */
  showReason?: boolean;
  busy?: boolean;
  /** Shortcut as in the key sheet, e.g. `Ctrl Enter`. */
  keys?: string;
  children: ReactNode;
}

/** A button is never silently dead: `disabledReason` is its title, its description and, on request, text beside it. */
export function Button({ variant = 'secondary', size = 'md', disabledReason, showReason, busy, keys, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  const blocked = Boolean(disabledReason) || busy;
  const button = (
    <button
      {...rest}
      type={blocked && type === 'submit' ? 'button' : type}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-description={disabledReason ?? undefined}
      title={disabledReason ?? rest.title}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
      className={cx(base, sizes[size], blocked && !busy ? off : variants[variant], busy && 'opacity-70', className)}
    >
      {children}
      {keys && <kbd className="font-sans text-2xs opacity-60 max-sm:hidden">{keys}</kbd>}
    </button>
  );
  if (!showReason || !disabledReason) return button;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      {button}
      <span className="text-xs text-ink-2">{disabledReason}</span>
    </span>
  );
}

interface LinkButtonProps {
  href: string;
  variant?: ButtonVariant;
  size?: Size;
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button: going somewhere, not doing something. */
export function LinkButton({ href, variant = 'secondary', size = 'md', className, children }: LinkButtonProps) {
  return (
    <Link href={href} className={cx(base, sizes[size], variants[variant], className)}>
      {children}
    </Link>
  );
}
