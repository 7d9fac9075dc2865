import { appendEvent } from '@/server/audit/events';
import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { attempts } from '@/server/db/schema';
import type { ProposalRow } from '@/server/review/types';
import { cleanText } from '@/server/stdaw/gradient/clean-text';
import { listAttempts } from '../open-run';
import { startProposal } from '../start-proposal';

/**
 * Puts a patch of an outside agent where those of our own agents stand: a proposal with one drafted attempt, which the engine
 * verifies with every gate; only when all pass does a person see it for review. The same patch handed in twice is one proposal.
 * @throws AppError as startProposal; ALREADY_DONE when another patch is being verified
 */
export function proposePatch(db: DbOrTx, input: { autopsyId: string; diff: string; rationale: string; actor: Actor; now: number }): ProposalRow {
  const { autopsyId, diff, actor, now } = input;
  const rationale = cleanText(input.rationale, 20_000);
  return write(db, (tx) => {
    const proposal = startProposal(tx, { autopsyId, provider: 'mcp', maxAttempts: 1, actor, now });
    const [existing] = listAttempts(tx, proposal.id);
    if (existing) {
      if (existing.diff === diff) return proposal;
      throw new AppError('ALREADY_DONE', `Another patch (proposal ${proposal.id}) is being verified for this book; wait for its verdict.`, { proposalId: proposal.id });
    }
    const attempt = tx.insert(attempts).values({ id: newId('attempt'), proposalId: proposal.id, number: 1, status: 'verifying', diff, edits: [], rationale, startedAt: now }).returning().get();
    const place = { bookId: proposal.bookId, traceId: proposal.id, parentSpanId: attempt.id, spanId: `${attempt.id}/0`, now };
    appendEvent(tx, { ...place, kind: 'spawn', payload: { agent: 'mcp', model: null, attempt: 1 } });
    appendEvent(tx, { ...place, kind: 'decision', payload: { decision: 'propose', text: rationale } });
    return proposal;
  });
}
