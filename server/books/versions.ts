import { join } from 'node:path';
import { count, eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import { dataDir, type DbOrTx, type Tx } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { packages, packageVersions } from '@/server/db/schema';
import { makePackage } from '@/server/strategy/make-package';
import type { PackageFile, StrategyPackage } from '@/server/strategy/types';
import { readCommit } from './package-repo';

export type PackageRow = typeof packages.$inferSelect;
export type VersionRow = typeof packageVersions.$inferSelect;

/** @throws AppError NOT_FOUND */
export function getPackageRow(db: DbOrTx, packageId: string): PackageRow {
  const row = db.select().from(packages).where(eq(packages.id, packageId)).get();
  if (!row) throw new AppError('NOT_FOUND', `There is no strategy package ${packageId}.`);
  return row;
}

/** @throws AppError NOT_FOUND */
export function getVersion(db: DbOrTx, versionId: string): VersionRow {
  const row = db.select().from(packageVersions).where(eq(packageVersions.id, versionId)).get();
  if (!row) throw new AppError('NOT_FOUND', `There is no package version ${versionId}.`);
  return row;
}

/** Directory of the package's repository. */
export const repoDir = (row: Pick<PackageRow, 'dir'>): string => join(dataDir(), row.dir);

/** All files of a stored version, README included. */
export function readVersionFiles(db: DbOrTx, versionId: string): PackageFile[] {
  const version = getVersion(db, versionId);
  return readCommit(repoDir(getPackageRow(db, version.packageId)), version.commit);
}

/** The package of a stored version, proved to be what was registered. @throws AppError BINDING_MISMATCH */
export function loadVersion(db: DbOrTx, versionId: string): StrategyPackage {
  const version = getVersion(db, versionId);
  const pkg = makePackage(readVersionFiles(db, versionId));
  if (pkg.hashes.src !== version.sourceHash || pkg.hashes.tests !== version.testsHash) {
    throw new AppError('BINDING_MISMATCH', `Version ${version.label} (${version.commit.slice(0, 10)}) no longer holds what was registered; nothing runs from it.`, { versionId });
  }
  return pkg;
}

/** A new version row with the next label of its package (v1, v2, …), or the row that already stands for this commit. */
export function insertVersion(tx: Tx, input: { packageId: string; commit: string; pkg: StrategyPackage; proposalId: string | null; now: number }): VersionRow {
  const existing = tx.select().from(packageVersions).where(eq(packageVersions.packageId, input.packageId)).all().find((v) => v.commit === input.commit);
  if (existing) return existing;
  const n = tx.select({ n: count() }).from(packageVersions).where(eq(packageVersions.packageId, input.packageId)).get()?.n ?? 0;
  const { hashes } = input.pkg;
  return tx
    .insert(packageVersions)
    .values({ id: newId('version'), packageId: input.packageId, commit: input.commit, label: `v${n + 1}`, sourceHash: hashes.src, testsHash: hashes.tests, proposalId: input.proposalId, createdAt: input.now })
    .returning()
    .get();
}
