'use client';
import type { ReactNode } from 'react';
import type { VerbOffer } from '@/server/books/get-book-page';
import type { BookVerb } from '@/server/contracts/book-state';
import type { ActionResult } from '../action-result';
import { ConfirmReason } from '../ui/confirm-reason';
import { isPageVerb, type PageVerb, VERB_WORDS } from './verb-words';

interface VerbBarProps {
  bookName: string;
  verbs: readonly VerbOffer[];
  onVerb: (verb: PageVerb, reason: string) => Promise<ActionResult>;
  /** What else a verb asks for, in its dialog. */
  inputs?: Partial<Record<PageVerb, ReactNode>>;
}

const LOUD: readonly BookVerb[] = ['halt'];
/** For good, and rarely wanted: it should not stand out beside what is wanted often. */
const RARE: readonly BookVerb[] = ['terminate', 'new_episode'];

/** What can be done with the book now, and below it what else there is and why not now. */
export function VerbBar({ bookName, verbs, onVerb, inputs = {} }: VerbBarProps) {
  const here = verbs.filter((v) => isPageVerb(v.verb) && v.fromHere);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {here.map((v) => (
        <ConfirmReason
          key={v.verb}
          verb={VERB_WORDS[v.verb]}
          title={`${VERB_WORDS[v.verb]}: ${bookName}`}
          effect={v.effect}
          reason={v.reason ? 'required' : 'none'}
          danger={LOUD.includes(v.verb)}
          variant={RARE.includes(v.verb) ? 'quiet' : 'secondary'}
          disabledReason={v.why}
          onConfirm={(reason) => onVerb(v.verb as PageVerb, reason)}
        >
          {inputs[v.verb as PageVerb]}
        </ConfirmReason>
      ))}
    </div>
  );
}

/** Every verb a book knows, with its effect and the reason when it is not possible now. */
export function VerbSheet({ verbs }: { verbs: readonly VerbOffer[] }) {
  return (
    <details className="mt-3 text-xs">
      <summary className="w-fit rounded text-ink-2 hover:text-ink">What each verb does</summary>
      <dl className="mt-2 grid max-w-3xl gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {verbs.map((v) => (
          <div key={v.verb} className="contents">
            <dt className={v.why ? 'text-ink-3' : 'font-medium'}>{VERB_WORDS[v.verb]}</dt>
            <dd className="text-ink-2">
              {v.effect} {v.why && <span className="text-ink-3">{v.why}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
