import { and, asc, eq } from 'drizzle-orm';
import type { VersionRow } from '@/server/books/versions';
import type { DbOrTx } from '@/server/db/client';
import { deployments, packageVersions, proposals } from '@/server/db/schema';

/** Older versions are not looked at: what they changed is said to be the oldest one's. */
const MAX_LENGTH = 40;

/**
 * How a version came about, oldest first and itself last: a patch comes from the version it was written against, a registered version
 * from the one that the book ran before it.
 */
export function lineageOf(db: DbOrTx, bookId: string, version: VersionRow): VersionRow[] {
  const deployed = db.select({ versionId: deployments.versionId }).from(deployments).where(eq(deployments.bookId, bookId)).orderBy(asc(deployments.at), asc(deployments.fromDayIndex)).all().map((d) => d.versionId);
  const chain = [version];
  while (chain.length < MAX_LENGTH) {
    const parent = parentOf(db, chain[0]!, deployed);
    if (!parent || chain.some((v) => v.id === parent.id)) break;
    chain.unshift(parent);
  }
  return chain;
}

function parentOf(db: DbOrTx, version: VersionRow, deployed: readonly string[]): VersionRow | undefined {
  if (version.proposalId !== null) {
    const base = db.select({ commit: proposals.baseCommit }).from(proposals).where(eq(proposals.id, version.proposalId)).get()?.commit;
    return base === undefined ? undefined : db.select().from(packageVersions).where(and(eq(packageVersions.packageId, version.packageId), eq(packageVersions.commit, base))).get();
  }
  const before = deployed[deployed.indexOf(version.id) - 1];
  return before === undefined ? undefined : db.select().from(packageVersions).where(eq(packageVersions.id, before)).get();
}
