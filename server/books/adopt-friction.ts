import { sha256Hex } from '@/server/audit/canonical-json';
import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import type { FrictionFit } from '@/server/execution/calibration/fit-friction-model';
import { type BrokerFiles, calibrateBroker } from '@/server/simulation/calibrate-broker';
import { readBookConfig } from './book-config';
import { configureBook } from './configure-book';
import { type BookRow, getBook } from './get-book';
import { readFriction, whyNotAdopt } from './read-friction';

const DIGITS = 4;
const LEAST_REASON = 3;

/** A fitted coefficient as it enters a configuration: what a person read on screen, not sixteen digits of it. */
export const adoptable = (coefficient: number): number => Number(coefficient.toPrecision(DIGITS));

/** Whose fills speak: those of an episode, stored; or a broker's, with the coefficients that the person read when they were fitted. */
export type FrictionSource = { readonly episodeNumber: number } | { readonly broker: BrokerFiles; readonly seen: { readonly lambda: number; readonly gamma: number } };

interface Said {
  readonly fitted: FrictionFit | null;
  readonly why: string | null;
  readonly grounds: Record<string, unknown>;
}

/**
 * Takes λ and γ as fills say them into eq. 1 of the book, from the next day on. The numbers are fitted here, from the fills themselves; the
 * audit row holds the reason and the grounds. @throws AppError BAD_INPUT, NOT_ALLOWED, ILLEGAL_TRANSITION, STALE, NOT_FOUND
 */
export function adoptFriction(db: DbOrTx, input: { bookId: string; source: FrictionSource; reason: string; expectedRevision: number; actor: Actor; now: number }): BookRow {
  const { bookId, source, actor, expectedRevision, now } = input;
  const reason = input.reason.trim();
  if (reason.length < LEAST_REASON) throw new AppError('BAD_INPUT', `reason: write why the fitted costs are taken, at least ${LEAST_REASON} characters.`);
  // Files are read before the write lock is taken; what the book is meanwhile, the revision and the numbers seen hold fast.
  const says = 'broker' in source ? constant(brokerSays(getBook(db, bookId), source)) : (tx: DbOrTx) => episodeSays(tx, bookId, source.episodeNumber, actor);
  return write(db, (tx) => {
    const { fitted, why, grounds } = says(tx);
    if (fitted === null) throw new AppError('BAD_INPUT', why ?? 'Nothing is fitted.');
    const { model } = readBookConfig(getBook(tx, bookId));
    const { days, r2, meanResidual } = fitted;
    return configureBook(tx, { bookId, patch: { model: { ...model, lambda: adoptable(fitted.lambda), gamma: adoptable(fitted.gamma) } }, actor, expectedRevision, reason, grounds: { ...grounds, days, r2, meanResidual }, now });
  });
}

const constant = (said: Said) => (): Said => said;

function episodeSays(tx: DbOrTx, bookId: string, episodeNumber: number, actor: Actor): Said {
  const friction = readFriction(tx, { bookId, episodeNumber });
  return { fitted: friction.fitted, why: whyNotAdopt(friction, actor), grounds: { episode: episodeNumber } };
}

/** Fitted again from the files: what is taken is what they say, and what the person saw. @throws AppError BAD_INPUT, STALE */
function brokerSays(book: BookRow, { broker, seen }: Extract<FrictionSource, { broker: BrokerFiles }>): Said {
  const { friction, whyNoFriction, aligned, unmatched } = calibrateBroker(broker, readBookConfig(book).model);
  if (friction && (adoptable(friction.lambda) !== seen.lambda || adoptable(friction.gamma) !== seen.gamma)) {
    throw new AppError('STALE', `These fills now say λ ${adoptable(friction.lambda)} and γ ${adoptable(friction.gamma)}, not λ ${seen.lambda} and γ ${seen.gamma} as shown; fit again and read them.`);
  }
  const { fills, quotes, equity } = broker;
  const given = equity === null ? 'a column of the fills' : equity.kind === 'amount' ? equity.text.trim() : `file ${sha256Hex(equity.text)}`;
  return { fitted: friction, why: whyNoFriction, grounds: { source: 'broker', fills: aligned + unmatched, fillsHash: sha256Hex(fills.text), quotesHash: sha256Hex(quotes.text), equity: given } };
}
