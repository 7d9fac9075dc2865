import { Fragment, type ReactNode } from 'react';
import { withMath } from './math-text';

/** Names left, values right of them: the facts of one thing. */
export function KeyValue({ items }: { items: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-[0.8125rem]">
      {items.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed by its caller and never reordered
        <Fragment key={i}>
          <dt className="text-ink-2">{withMath(name)}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
