'use client';
import { useState } from 'react';
import { type ActiveRun, RunControls } from '@/components/book/run-controls';
import { beginEpisode, goLive, haltBook, moveBookState, rollBackBook, runBook, stepBook, stopBookRun } from './actions';
import { FrictionChoice } from '@/components/book/friction-choice';
import { VerbBar } from '@/components/book/verb-bar';
import type { PageVerb } from '@/components/book/verb-words';
import type { VerbOffer } from '@/server/books/get-book-page';

interface StateProps {
  bookId: string;
  bookName: string;
  revision: number;
  verbs: readonly VerbOffer[];
  /** Whether the episode that runs now meets costs: the next one does too, unless told otherwise. */
  friction: boolean;
}

/** Binds the verbs of the state bar to their actions; the revision makes a stale page harmless. */
export function BookVerbs({ bookId, bookName, revision, verbs, friction }: StateProps) {
  const [withFriction, setWithFriction] = useState(friction);
  const act = (verb: PageVerb, reason: string) => {
    const input = { bookId, reason, expectedRevision: revision };
    if (verb === 'halt') return haltBook({ bookId, reason });
    if (verb === 'roll_back') return rollBackBook(input);
    if (verb === 'new_episode') return beginEpisode({ ...input, friction: withFriction });
    return moveBookState({ ...input, verb });
  };
  return <VerbBar bookName={bookName} verbs={verbs} onVerb={act} inputs={{ new_episode: <FrictionChoice value={withFriction} onChange={setWithFriction} /> }} />;
}

interface RunProps {
  bookId: string;
  why: string | null;
  active: ActiveRun | null;
  failed: string | null;
  paceSeconds: number | null;
  firstDate: string;
  marketEnd: string;
}

/** Binds the run controls to their actions. */
export function BookRun({ bookId, ...rest }: RunProps) {
  return <RunControls {...rest} onStep={() => stepBook({ bookId })} onRun={(toDate) => runBook({ bookId, toDate })} onPace={(paceSeconds) => goLive({ bookId, paceSeconds })} onStop={() => stopBookRun({ bookId })} />;
}
