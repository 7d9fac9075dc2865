import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { hashTree } from './package-hash';
import { packageManifestSchema } from './package-manifest';
import type { PackageFile, StrategyPackage } from './types';

/** A package from files already in memory (a patched copy, a git tree). Paths as in the package; order does not matter. @throws AppError BAD_INPUT */
export function makePackage(files: readonly PackageFile[]): StrategyPackage {
  const byPath = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const manifestFile = byPath.find((file) => file.path === 'strategy.json');
  if (!manifestFile) throw new AppError('BAD_INPUT', 'The package has no strategy.json; add one with name, language, entry and contract.');
  const manifest = parseOrThrow(packageManifestSchema, parseJson(manifestFile.text), 'strategy.json');
  const under = (folder: string) => byPath.filter((file) => file.path.startsWith(`${folder}/`));
  const sources = under('src');
  const tests = under('tests');
  const baseline = under('baseline');
  if (!sources.some((file) => file.path === manifest.entry)) throw new AppError('BAD_INPUT', `strategy.json names the entry ${manifest.entry}, which is not in the package.`);
  const hashes = { manifest: hashTree([manifestFile]), src: hashTree(sources), tests: hashTree(tests), baseline: hashTree(baseline), package: hashTree([manifestFile, ...sources, ...tests, ...baseline]) };
  return { manifest, manifestText: manifestFile.text, sources, tests, baseline, hashes };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('BAD_INPUT', `strategy.json is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
