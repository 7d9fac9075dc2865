import { hashTree } from '@/server/strategy/package-hash';
import type { StrategyPackage } from '@/server/strategy/types';
import type { TextFile } from '../diff/types';

/** All files of a package that a proposal could name. */
export const filesOf = (pkg: StrategyPackage): TextFile[] => [...pkg.sources, ...pkg.tests, ...pkg.baseline];

/** The package with other files and the hashes that belong to them. The manifest is the owner's and stays. */
export function withFiles(pkg: StrategyPackage, files: readonly TextFile[]): StrategyPackage {
  const under = (folder: string) => files.filter((f) => f.path.startsWith(`${folder}/`)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const parts = { sources: under('src'), tests: under('tests'), baseline: under('baseline') };
  const hashes = { ...pkg.hashes, src: hashTree(parts.sources), tests: hashTree(parts.tests), baseline: hashTree(parts.baseline) };
  return { manifest: pkg.manifest, manifestText: pkg.manifestText, ...parts, hashes };
}

export const isHidden = (path: string) => path.startsWith('tests/hidden/');
