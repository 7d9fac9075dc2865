import type { BookVerb } from '@/server/contracts/book-state';

/** Verbs a person gives on the book's own page; the others belong to the autopsy, run and review screens. */
export const PAGE_VERBS = ['halt', 'resume', 'roll_back', 'new_episode', 'terminate'] as const satisfies readonly BookVerb[];
export type PageVerb = (typeof PAGE_VERBS)[number];
export const isPageVerb = (verb: BookVerb): verb is PageVerb => (PAGE_VERBS as readonly BookVerb[]).includes(verb);

export const VERB_WORDS: Record<BookVerb, string> = {
  halt: 'Halt',
  resume: 'Resume',
  open_autopsy: 'Open the autopsy',
  abandon_autopsy: 'Abandon the autopsy',
  start_refactoring: 'Start the agent',
  submit_for_review: 'Submit for review',
  give_up: 'Give up',
  request_changes: 'Request changes',
  deploy: 'Deploy',
  roll_back: 'Roll back',
  terminate: 'Terminate',
  new_episode: 'New episode',
};
