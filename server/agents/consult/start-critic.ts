import { appendAudit } from '@/server/audit/append-audit';
import { getAutopsy } from '@/server/autopsy/get-autopsy';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import type { Job } from '@/server/jobs/job';
import { assertPayable } from '../capital/assert-payable';
import { requireProvider } from '../list-providers';
import type { HostedProvider } from '../model/api-key';
import { criticLane, enqueueQuestion } from './questions';

/** A person has a model improve the draft. @throws AppError NOT_ALLOWED, ALREADY_DONE (signed), MISSING_PART, BAD_INPUT, OUT_OF_MONEY (price, capital), NOT_FOUND */
export function startCritic(db: DbOrTx, input: { autopsyId: string; provider: HostedProvider; model: string; actor: Actor; now: number }): Job {
  const { autopsyId, provider, model, actor, now } = input;
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Starting the critic needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
  requireProvider(provider, model);
  return write(db, (tx) => {
    const { status, version, revision, incidentId, bookId } = getAutopsy(tx, autopsyId);
    if (status === 'signed') throw new AppError('ALREADY_DONE', `Version ${version} is signed and never changes; open a new version.`);
    assertPayable(tx, { bookId, provider, model, now });
    appendAudit(tx, { actor, action: 'critic.start', entity: autopsyId, detail: { provider, model, revision, incidentId }, now });
    return enqueueQuestion(tx, { kind: 'critic.run', payload: { autopsyId, revision, provider, model }, lane: criticLane(autopsyId), idempotencyKey: `critic.run:${autopsyId}:${revision}:${provider}:${model}`, createdBy: actor.name, now });
  });
}
