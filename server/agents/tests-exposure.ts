import { and, eq, sql } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import type { Actor } from '@/server/contracts/roles';
import { type Db, type DbOrTx, write } from '@/server/db/client';
import { attempts, auditLog } from '@/server/db/schema';

/**
 * Exact tracebacks leak the tests they come from: after enough answers an agent knows them by heart. So the attempts that learnt
 * from one set of tests are counted over all proposals and packages, and limited; new tests start a new count.
 */
export const EXPOSURE_LIMIT = 200;

const ANSWERED = 'tests.answer';

/** How many times the tests with this hash have answered an agent: as an attempt of a proposal, or as a tool. */
export function countExposure(db: DbOrTx, testsHash: string): number {
  const n = sql<number>`count(*)`;
  const tried = db.select({ n }).from(attempts).where(sql`json_extract(${attempts.verdict}, '$.hashes.tests') = ${testsHash}`).get()?.n ?? 0;
  const asked = db.select({ n }).from(auditLog).where(and(eq(auditLog.entity, testsHash), eq(auditLog.action, ANSWERED))).get()?.n ?? 0;
  return tried + asked;
}

/** Counts a verification that belongs to no attempt: an agent that asks for the gates as a tool reads the same tracebacks. */
export function noteAnswer(db: Db, { testsHash, verdictHash, actor, now }: { testsHash: string; verdictHash: string; actor: Actor; now: number }): void {
  write(db, (tx) => appendAudit(tx, { actor, action: ANSWERED, entity: testsHash, detail: { verdictHash }, now }));
}

/** Why these tests may not answer another attempt, or null. @param limit for tests */
export function whyTestsSpent(db: DbOrTx, testsHash: string, limit = EXPOSURE_LIMIT): string | null {
  const used = countExposure(db, testsHash);
  if (used < limit) return null;
  return `The tests ${testsHash.slice(0, 12)} have answered agents ${used} times, the most that is allowed (${limit}): what passes them now may only have learnt them. Add tests, held-out ones too, and accept them; then start again.`;
}
