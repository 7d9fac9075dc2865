import { and, eq, isNull } from 'drizzle-orm';
import type { Autopsy, EvidenceRef } from '@/server/contracts/autopsy';
import type { DbOrTx, Tx } from '@/server/db/client';
import { criticClaims } from '@/server/db/schema';

/** A claim as a critic put it into a draft, or as it was refused. */
export interface DraftedClaim {
  readonly mode: string;
  readonly title: string;
  readonly claim: string;
  readonly mandate: string | null;
  readonly evidence: readonly EvidenceRef[];
  readonly strength: number | null;
  /** Why it was not used, or null. */
  readonly dropped: string | null;
}

/** Keeps what a critic drafted, so that it can be held against what a person signed. */
export function recordClaims(tx: Tx, input: { autopsyId: string; source: 'rules' | 'model'; model: string | null; claims: readonly DraftedClaim[]; now: number }): void {
  const { autopsyId, source, model, now } = input;
  for (const { mode, title, claim, mandate, evidence, strength, dropped } of input.claims) tx.insert(criticClaims).values({ autopsyId, source, model, mode, title, claim, mandate, evidence: [...evidence], strength, dropped, at: now }).run();
}

/** A claim survives when the signed text still says it: its sentence or title in the root cause, or its instruction in the mandate. */
export function survives(claim: { title: string; claim: string; mandate: string | null }, document: Pick<Autopsy, 'diagnostics' | 'mandate'>): boolean {
  const { root_cause } = document.diagnostics;
  return root_cause.includes(claim.claim) || root_cause.includes(`${claim.title}:`) || (claim.mandate !== null && document.mandate.includes(claim.mandate));
}

/** At signing: what became of each claim of the draft. */
export function settleClaims(tx: Tx, autopsyId: string, document: Pick<Autopsy, 'diagnostics' | 'mandate'>): void {
  const open = tx.select().from(criticClaims).where(and(eq(criticClaims.autopsyId, autopsyId), isNull(criticClaims.dropped))).all();
  for (const claim of open) tx.update(criticClaims).set({ survived: survives(claim, document) }).where(eq(criticClaims.id, claim.id)).run();
}

export interface CriticPrecision {
  readonly source: 'rules' | 'model';
  readonly model: string | null;
  /** Claims in drafts that a person has signed since. */
  readonly settled: number;
  readonly survived: number;
  /** survived / settled; null before the first signature. */
  readonly precision: number | null;
  /** Claims that were refused because they cited no stored row. */
  readonly dropped: number;
  /** Claims in drafts that nobody has signed yet. */
  readonly pending: number;
}

/** Drafted against signed, for the rules and for each model. */
export function readPrecision(db: DbOrTx): CriticPrecision[] {
  const groups = new Map<string, (typeof criticClaims.$inferSelect)[]>();
  for (const claim of db.select().from(criticClaims).all()) {
    const group = `${claim.source} ${claim.model ?? ''}`;
    groups.set(group, [...(groups.get(group) ?? []), claim]);
  }
  return [...groups.values()].map((claims) => {
    const settled = claims.filter((c) => c.survived !== null);
    const survived = settled.filter((c) => c.survived).length;
    const dropped = claims.filter((c) => c.dropped !== null).length;
    return { source: claims[0]!.source, model: claims[0]!.model, settled: settled.length, survived, precision: settled.length > 0 ? survived / settled.length : null, dropped, pending: claims.length - settled.length - dropped };
  });
}
