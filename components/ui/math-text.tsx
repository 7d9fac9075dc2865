import { Fragment, type ReactNode } from 'react';

/** A symbol with an index: one letter (an accent may sit on it), or a word with the index t. `min_reward_delta` is none. */
const INDEXED = /(?<![\p{L}\p{N}_])(\p{L}\p{M}*|\p{L}+(?=_(?:t(?![\p{L}\p{N}_])|\{t)))_(\{[^{}]{1,12}\}|t|i|0|exec|terminal)(?![\p{L}\p{N}_])/gu;

/** What `L_t` is to a reader, part by part; text between symbols stays as it is. */
export function partsOf(text: string): (string | { base: string; index: string })[] {
  const parts: (string | { base: string; index: string })[] = [];
  let from = 0;
  for (const match of text.matchAll(INDEXED)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ base: match[1] as string, index: (match[2] as string).replace(/[{}]/g, '') });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** Text with its symbols as they are printed: L with a lowered t, which a screen reader hears as “L sub t”. */
export function MathText({ children }: { children: string }) {
  // A percent sign never begins a line.
  const parts = partsOf(children.replace(/(?<=\d) %/g, '\u00a0%'));
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return parts.map((part, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move
    if (typeof part === 'string') return <Fragment key={i}>{part}</Fragment>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move
      <Fragment key={i}>
        <span aria-hidden="true" className="whitespace-nowrap">
          {part.base}
          <sub className="text-[0.75em] leading-none">{part.index}</sub>
        </span>
        <span className="sr-only">
          {part.base} sub {part.index}
        </span>
      </Fragment>
    );
  });
}

/** For places that take any content: plain strings get their symbols, the rest stays as it is. */
export const withMath = (content: ReactNode): ReactNode => (typeof content === 'string' ? <MathText>{content}</MathText> : content);
