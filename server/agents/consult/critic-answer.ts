import { z } from 'zod';
import { FAILURE_MODES } from '@/server/autopsy/critic/suspect';
import { findMissingEvidence } from '@/server/autopsy/find-evidence';
import type { DraftedClaim } from '@/server/autopsy/critic/claim-store';
import { type AutopsyInput, autopsySchema, type EvidenceRef, evidenceRefSchema } from '@/server/contracts/autopsy';
import type { DbOrTx } from '@/server/db/client';
import { cleanText } from '@/server/stdaw/gradient/clean-text';

/** One sentence of a model, without marks that turn text or hide it. */
const line = (max: number) => z.string().overwrite((said) => cleanText(said, 10_000)).trim().min(3).max(max);
const finite = z.number().refine(Number.isFinite);

/** What the model-based critic hands in. Every claim names the rows that prove it. */
export const criticAnswerSchema = z.object({
  claims: z
    .array(z.object({ mode: z.enum([...FAILURE_MODES, 'other']), title: line(120), claim: line(800), mandate: line(500).nullable().default(null), evidence: z.array(evidenceRefSchema).max(20).default([]) }))
    .min(1)
    .max(6),
  acceptance: z.object({ max_annual_turnover: finite.positive().optional(), min_reward_delta: finite.optional(), max_principal_loss: finite.min(0).max(1).optional() }).default({}),
});
export type CriticAnswer = z.output<typeof criticAnswerSchema>;

/** Each claim with the reason it may not be used, or null: it must cite rows, and all of them must be stored. */
export function judgeClaims(db: DbOrTx, bookId: string, answer: CriticAnswer): DraftedClaim[] {
  return answer.claims.map((claim) => {
    const missing = findMissingEvidence(db, bookId, claim.evidence)[0];
    const dropped = claim.evidence.length === 0 ? 'cites no row' : missing ? `cites ${missing.kind} ${missing.id}, which is not stored` : null;
    return { ...claim, strength: null, dropped };
  });
}

const MAX_EVIDENCE = 500;
const key = (ref: EvidenceRef): string => `${ref.kind}:${ref.id}`;

/** The draft with the claims that hold as its causes: numbers, log and scope stay what was measured. Null when no claim holds. */
export function improveDocument(draft: AutopsyInput, claims: readonly DraftedClaim[], acceptance: CriticAnswer['acceptance']): AutopsyInput | null {
  const held = claims.filter((c) => c.dropped === null);
  if (held.length === 0) return null;
  const mandates = [...new Set(held.flatMap((c) => (c.mandate === null ? [] : [c.mandate])))].slice(0, 2);
  const before = draft.evidence ?? [];
  const known = new Set(before.map(key));
  const added = held.flatMap((c) => c.evidence).filter((ref) => !known.has(key(ref)) && known.add(key(ref)));
  return autopsySchema.parse({
    ...draft,
    diagnostics: { ...draft.diagnostics, root_cause: held.map((c) => `${c.title}: ${c.claim}`).join(' ').slice(0, 4000) },
    mandate: mandates.length > 0 ? mandates.join(' ') : draft.mandate,
    acceptance: { ...draft.acceptance, ...acceptance },
    evidence: [...before, ...added].slice(0, MAX_EVIDENCE),
  });
}
