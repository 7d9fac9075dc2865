import type { ReactNode } from 'react';
import { cx } from '../cx';

export type ChipTone = 'neutral' | 'accent' | 'signal' | 'strong';
/** The glyph carries the meaning; the tone only repeats it. */
export type ChipShape = 'dot' | 'ring' | 'half' | 'square' | 'triangle' | 'octagon' | 'check' | 'cross' | 'dash' | 'play' | 'pause';

const tones: Record<ChipTone, string> = {
  neutral: 'border-line text-ink-2',
  accent: 'border-transparent bg-accent-soft text-accent',
  signal: 'border-transparent bg-signal-soft text-signal',
  strong: 'border-transparent bg-ink text-paper',
};

const outlines: Record<ChipShape, ReactNode> = {
  dot: <circle cx="6" cy="6" r="3.5" fill="currentColor" />,
  ring: <circle cx="6" cy="6" r="3" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  half: (
    <>
      <circle cx="6" cy="6" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.25" />
      <path d="M6 2.5a3.5 3.5 0 0 1 0 7z" fill="currentColor" />
    </>
  ),
  square: <rect x="2.5" y="2.5" width="7" height="7" rx="0.75" fill="currentColor" />,
  triangle: <path d="M6 1.6 11 10.4H1z" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />,
  octagon: (
    <>
      <path d="M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7z" fill="currentColor" />
      <path d="M6 3v3.4m0 1.9v.4" stroke="var(--paper)" strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
  check: <path d="m2 6.5 2.8 2.8L10 3.4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />,
  cross: <path d="m2.8 2.8 6.4 6.4m0-6.4L2.8 9.2" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
  dash: <path d="M2.5 6h7" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
  play: <path d="M3.2 2v8l6.6-4z" fill="currentColor" />,
  pause: <path d="M3.4 2.2h1.8v7.6H3.4zm3.4 0h1.8v7.6H6.8z" fill="currentColor" />,
};

/** One 12 px glyph, drawn here and nowhere else. */
export function Glyph({ shape, className }: { shape: ChipShape; className?: string }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={cx('size-3 shrink-0', className)}>
      {outlines[shape]}
    </svg>
  );
}

/** A short state in words with its glyph. */
export function Chip({ tone = 'neutral', shape, title, children }: { tone?: ChipTone; shape?: ChipShape; title?: string | undefined; children: ReactNode }) {
  return (
    <span title={title} className={cx('inline-flex h-5.5 items-center gap-1.5 rounded-full border px-2 text-xs font-medium whitespace-nowrap', tones[tone])}>
      {shape && <Glyph shape={shape} />}
      {children}
    </span>
  );
}
