'use server';
import { z } from 'zod';
import { defineAction } from '@/app/_server/run-action';
import { paths } from '@/components/paths';
import { askInThread, hostedProviderSchema } from '@/server/agents/consult/ask-in-thread';
import { startCritic } from '@/server/agents/consult/start-critic';
import { listModels } from '@/server/agents/model/list-models';
import { MAX_CANDIDATES, startCandidates } from '@/server/agents/start-proposal';
import { draftAutopsy } from '@/server/autopsy/draft-autopsy';
import { getAutopsy } from '@/server/autopsy/get-autopsy';
import { saveDraft } from '@/server/autopsy/save-draft';
import { signAutopsy } from '@/server/autopsy/sign-autopsy';
import { messageSchema, postMessage } from '@/server/autopsy/thread/post-message';
import { quoteMessage } from '@/server/autopsy/thread/quote-message';
import { idSchema } from '@/server/contracts/ids';
import { providerNameSchema } from '@/server/contracts/proposal';
import { acknowledgeAlert, closeIncident, dismissAlert, resolveAlert } from '@/server/monitor/handle-alert';

const revision = z.int().min(0);
const alertMove = z.object({ alertId: idSchema('alert'), revision });
const alertMoveWithReason = alertMove.extend({ reason: z.string().trim().min(3).max(1000) });

export const acknowledge = defineAction({ what: 'Acknowledge alert', role: 'operator', schema: alertMove }, ({ db, actor, now }, input) => acknowledgeAlert(db, { ...input, actor, now }).handling);
export const dismiss = defineAction({ what: 'Dismiss alert', role: 'operator', schema: alertMoveWithReason }, ({ db, actor, now }, input) => dismissAlert(db, { ...input, actor, now }).handling);
export const resolve = defineAction({ what: 'Resolve alert', role: 'operator', schema: alertMoveWithReason }, ({ db, actor, now }, input) => resolveAlert(db, { ...input, actor, now }).handling);

const incident = z.object({ incidentId: idSchema('incident') });
export const close = defineAction({ what: 'Close incident', role: 'operator', schema: incident.extend({ reason: z.string().trim().min(3).max(1000) }) }, ({ db, actor, now }, { incidentId, reason }) => closeIncident(db, { incidentId, note: reason, actor, now }).status);

/** Opens the draft, a new version of a signed text, or the critic's first text; answers where to write on. */
export const openAutopsy = defineAction({ what: 'Open autopsy', role: 'operator', schema: incident, revalidate: ({ incidentId }) => [paths.incident(incidentId)] }, ({ db, actor, now }, { incidentId }) => ({ href: paths.autopsy(incidentId), version: draftAutopsy(db, { incidentId, actor, now }).version }));

const draft = z.object({ autopsyId: idSchema('autopsy'), revision });
export const save = defineAction({ what: 'Save draft', role: 'operator', schema: draft.extend({ document: z.unknown() }) }, ({ db, actor, now }, { autopsyId, revision: at, document }) => {
  const saved = saveDraft(db, { autopsyId, document, revision: at, actor, now });
  return { revision: saved.revision, savedAt: saved.updatedAt };
});
export const readDraft = defineAction({ what: 'Read draft', role: 'viewer', schema: z.object({ autopsyId: idSchema('autopsy') }) }, ({ db }, { autopsyId }) => {
  const { document, revision: at, updatedAt, updatedBy } = getAutopsy(db, autopsyId);
  return { document, revision: at, updatedAt, updatedBy };
});
export const sign = defineAction({ what: 'Sign autopsy', role: 'operator', schema: draft }, ({ db, actor, now }, input) => ({ contentHash: signAutopsy(db, { ...input, actor, now }).contentHash }));

/** Appends to the deliberation of an incident. */
export const say = defineAction({ what: 'Say', role: 'operator', schema: incident.extend({ message: messageSchema }), revalidate: ({ incidentId }) => [paths.incident(incidentId)] }, ({ db, actor, now }, { incidentId, message }) => postMessage(db, { incidentId, message, actor, now }).number);
/** Appends a message with its author to the draft. */
export const quote = defineAction({ what: 'Quote into the autopsy', role: 'operator', schema: z.object({ messageId: idSchema('message'), into: z.enum(['root_cause', 'mandate']), revision }) }, ({ db, actor, now }, input) => quoteMessage(db, { ...input, actor, now }).revision);
/** Models a provider offers now; what it answers is only shown. */
export const modelsOf = defineAction({ what: 'List the models', role: 'operator', schema: z.object({ provider: hostedProviderSchema }) }, (_context, { provider }) => listModels(provider));
const model = z.string().trim().min(1).max(200);
export const askModel = defineAction({ what: 'Ask the model', role: 'operator', schema: incident.extend({ provider: hostedProviderSchema, model }) }, ({ db, actor, now }, input) => askInThread(db, { ...input, actor, now }).id);
/** Has a model improve the critic's draft. */
export const improveDraft = defineAction({ what: 'Improve the draft', role: 'operator', schema: z.object({ autopsyId: idSchema('autopsy'), provider: hostedProviderSchema, model }) }, ({ db, actor, now }, input) => startCritic(db, { ...input, actor, now }).id);

const candidate = z.object({ provider: providerNameSchema, model: z.string().trim().min(1).max(200).optional() });
/** Hands the signed text to one or several agents; answers where to watch the first. */
export const startAgent = defineAction(
  { what: 'Start agent', role: 'operator', schema: z.object({ autopsyId: idSchema('autopsy'), candidates: z.array(candidate).min(1).max(MAX_CANDIDATES) }) },
  ({ db, actor, now }, { autopsyId, candidates }) => ({ href: paths.run(startCandidates(db, { autopsyId, candidates: candidates.map(({ provider, model }) => ({ provider, model: model ?? null })), actor, now })[0]!.id) }),
);
