import { sql } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { attempts } from '@/server/db/schema';

/**
 * Exact tracebacks leak the tests they come from: after enough answers an agent knows them by heart. So the attempts that learnt
 * from one set of tests are counted over all proposals and packages, and limited; new tests start a new count.
 */
export const EXPOSURE_LIMIT = 200;

/** How many verified attempts have had an answer from the tests with this hash. */
export function countExposure(db: DbOrTx, testsHash: string): number {
  return db.select({ n: sql<number>`count(*)` }).from(attempts).where(sql`json_extract(${attempts.verdict}, '$.hashes.tests') = ${testsHash}`).get()?.n ?? 0;
}

/** Why these tests may not answer another attempt, or null. @param limit for tests */
export function whyTestsSpent(db: DbOrTx, testsHash: string, limit = EXPOSURE_LIMIT): string | null {
  const used = countExposure(db, testsHash);
  if (used < limit) return null;
  return `The tests ${testsHash.slice(0, 12)} have answered ${used} attempts, the most that is allowed (${limit}): what passes them now may only have learnt them. Add tests, held-out ones too, and accept them; then start again.`;
}
