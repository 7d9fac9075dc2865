import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { getIncident } from '@/server/autopsy/incident-rows';
import { readThread } from '@/server/autopsy/thread/read-thread';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import type { Job } from '@/server/jobs/job';
import { assertPayable } from '../capital/assert-payable';
import { requireProvider } from '../list-providers';
import type { HostedProvider } from '../model/api-key';
import { enqueueQuestion, threadLane } from './questions';

export const hostedProviderSchema = z.enum(['anthropic', 'openai']);

/** A person asks a model to join the deliberation. @throws AppError NOT_ALLOWED, MISSING_PART (no key), BAD_INPUT (model), OUT_OF_MONEY (price, capital), NOT_FOUND */
export function askInThread(db: DbOrTx, input: { incidentId: string; provider: HostedProvider; model: string; actor: Actor; now: number }): Job {
  const { incidentId, provider, model, actor, now } = input;
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Asking a model needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
  requireProvider(provider, model);
  return write(db, (tx) => {
    const { bookId } = getIncident(tx, incidentId);
    assertPayable(tx, { bookId, provider, model, now });
    const number = readThread(tx, incidentId).length;
    appendAudit(tx, { actor, action: 'thread.ask', entity: incidentId, detail: { provider, model, bookId, after: number }, now });
    // One answer per state of the thread.
    return enqueueQuestion(tx, { kind: 'thread.reply', payload: { incidentId, provider, model }, lane: threadLane(incidentId), idempotencyKey: `thread.reply:${incidentId}:${number}:${provider}:${model}`, createdBy: actor.name, now });
  });
}
