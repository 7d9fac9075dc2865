import { z } from 'zod';
import type { Role } from './roles';

export const BOOK_STATES = ['running', 'halted', 'in_autopsy', 'refactoring', 'in_review', 'terminated'] as const;
export type BookState = (typeof BOOK_STATES)[number];
export const bookStateSchema = z.enum(BOOK_STATES);

/** Verbs that move a book, from where to where, and who may: the one table that engine, doors and screen read. */
export const BOOK_TRANSITIONS = {
  halt: { from: ['running'], to: 'halted', role: 'operator', reason: true, effect: 'Stops trading now. Positions stay; no orders are sent until someone resumes.' },
  resume: { from: ['halted'], to: 'running', role: 'approver', reason: true, effect: 'Trades again with the version now deployed.' },
  open_autopsy: { from: ['halted'], to: 'in_autopsy', role: 'operator', reason: false, effect: 'Starts the written autopsy; the book stays stopped.' },
  abandon_autopsy: { from: ['in_autopsy'], to: 'halted', role: 'operator', reason: true, effect: 'Leaves the autopsy unsigned; the draft is kept.' },
  start_refactoring: { from: ['in_autopsy'], to: 'refactoring', role: 'operator', reason: false, effect: 'Hands the signed autopsy to the agent.' },
  submit_for_review: { from: ['refactoring'], to: 'in_review', role: 'operator', reason: false, effect: 'Puts a verified proposal in front of an approver.' },
  give_up: { from: ['refactoring', 'in_review'], to: 'halted', role: 'operator', reason: true, effect: 'Stops the agent; the book stays halted.' },
  request_changes: { from: ['in_review'], to: 'refactoring', role: 'approver', reason: true, effect: 'The reason goes to the agent, which tries again.' },
  deploy: { from: ['in_review'], to: 'running', role: 'approver', reason: false, effect: 'Commits the proposal, deploys it, and trading goes on.' },
  roll_back: { from: ['running', 'halted'], to: 'running', role: 'approver', reason: true, effect: 'Deploys the version before this one and trading goes on.' },
  terminate: { from: ['running', 'halted', 'in_autopsy', 'refactoring', 'in_review'], to: 'terminated', role: 'approver', reason: true, effect: 'Absorbing: this episode never trades again.' },
  new_episode: { from: ['terminated', 'halted'], to: 'running', role: 'approver', reason: true, effect: 'Starts again from a fresh initial capital; the old episode is kept.' },
} as const satisfies Record<string, { from: readonly BookState[]; to: BookState; role: Role; reason: boolean; effect: string }>;

export type BookVerb = keyof typeof BOOK_TRANSITIONS;
export const BOOK_VERBS = Object.keys(BOOK_TRANSITIONS) as BookVerb[];
export const bookVerbSchema = z.enum(BOOK_VERBS as [BookVerb, ...BookVerb[]]);

/** Where `verb` leads from `state`, or null when the move is illegal. */
export function nextBookState(state: BookState, verb: BookVerb): BookState | null {
  const rule = BOOK_TRANSITIONS[verb];
  return (rule.from as readonly BookState[]).includes(state) ? rule.to : null;
}
