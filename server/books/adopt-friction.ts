import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { configureBook } from './configure-book';
import type { BookRow } from './get-book';
import { readFriction, whyNotAdopt } from './read-friction';

const DIGITS = 4;
const LEAST_REASON = 3;

/** A fitted coefficient as it enters a configuration: what a person read on screen, not sixteen digits of it. */
export const adoptable = (coefficient: number): number => Number(coefficient.toPrecision(DIGITS));

/**
 * Takes λ and γ as an episode's own fills say them into eq. 1 of the book, from the next day on. The numbers are fitted here, from the
 * stored fills; the audit row holds the reason and the grounds. @throws AppError BAD_INPUT, NOT_ALLOWED, ILLEGAL_TRANSITION, STALE, NOT_FOUND
 */
export function adoptFriction(db: DbOrTx, input: { bookId: string; episodeNumber: number; reason: string; expectedRevision: number; actor: Actor; now: number }): BookRow {
  const { bookId, episodeNumber, actor, expectedRevision, now } = input;
  const reason = input.reason.trim();
  if (reason.length < LEAST_REASON) throw new AppError('BAD_INPUT', `reason: write why the fitted costs are taken, at least ${LEAST_REASON} characters.`);
  return write(db, (tx) => {
    const friction = readFriction(tx, { bookId, episodeNumber });
    const { fitted, model } = friction;
    const why = whyNotAdopt(friction, actor);
    if (fitted === null) throw new AppError('BAD_INPUT', why ?? 'Nothing is fitted.');
    const grounds = { episode: episodeNumber, days: fitted.days, r2: fitted.r2, meanResidual: fitted.meanResidual };
    return configureBook(tx, { bookId, patch: { model: { ...model, lambda: adoptable(fitted.lambda), gamma: adoptable(fitted.gamma) } }, actor, expectedRevision, reason, grounds, now });
  });
}
