import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import type { Actor } from '@/server/contracts/roles';
import { type Db, dataDir, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { packages } from '@/server/db/schema';
import { loadPackage } from '@/server/strategy/load-package';
import { makePackage } from '@/server/strategy/make-package';
import type { PackageFile, StrategyPackage } from '@/server/strategy/types';
import { initRepo, setBranch, writeCommit } from './package-repo';
import { insertVersion, type PackageRow, type VersionRow } from './versions';

/** The files of a package: the checked parts as `loadPackage` read them, with the two texts beside them. */
function filesOf(dir: string, pkg: StrategyPackage): PackageFile[] {
  const text = (path: string): PackageFile[] => (lstatSync(join(dir, path), { throwIfNoEntry: false })?.isFile() ? [{ path, text: readFileSync(join(dir, path), 'utf8') }] : []);
  return [...text('strategy.json'), ...text('README.md'), ...pkg.sources, ...pkg.tests, ...pkg.baseline];
}

/**
 * Takes a template directory into the console: a bare git repository under the data directory whose first commit is v1.
 * Registering the same content under the same name again gives the same version back; other content becomes the next one.
 * @throws AppError BAD_INPUT, NOT_FOUND, TOO_LARGE as `loadPackage`
 */
export function registerPackage(db: Db, input: { templateDir: string; name?: string; actor: Actor; now: number }): { package: PackageRow; version: VersionRow } {
  const { actor, now } = input;
  const files = filesOf(input.templateDir, loadPackage(input.templateDir));
  // What is committed is what is checked: the package is built again from exactly these texts.
  const pkg = makePackage(files);
  const name = input.name ?? pkg.manifest.name;
  const known = db.select().from(packages).where(eq(packages.name, name)).get();
  const row: PackageRow = known ?? { id: newId('package'), name, dir: join('packages', `${name}.git`), createdAt: now };
  const repo = join(dataDir(), row.dir);
  initRepo(repo);
  // The time of registration is not part of the content: a fixed one makes equal templates equal commits.
  const commit = writeCommit(repo, { ref: `refs/templates/${pkg.hashes.package}`, parent: null, files, message: `Register ${name}\n`, at: 0 });
  const result = write(db, (tx) => {
    if (!known) tx.insert(packages).values(row).run();
    const version = insertVersion(tx, { packageId: row.id, commit, pkg, proposalId: null, now });
    if (version.createdAt === now) appendAudit(tx, { actor, action: 'package.register', entity: row.id, detail: { name, commit, version: version.label, sourceHash: version.sourceHash }, now });
    return { package: row, version };
  });
  if (!known) setBranch(repo, 'main', commit);
  return result;
}
