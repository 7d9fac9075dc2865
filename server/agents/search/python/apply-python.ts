import { z } from 'zod';
import type { PackageFile } from '@/server/strategy/types';
import { askPython } from '../../python/ask-python';
import { spliceAll } from '../apply-edits';
import type { EditCandidate } from '../edit-candidate';

/** A Python package's files with all edits made, imports added and those nothing uses any more dropped. @throws AppError BAD_INPUT when edits overlap or a file no longer parses */
export async function applyPython(sources: readonly PackageFile[], edits: readonly EditCandidate[]): Promise<PackageFile[]> {
  const texts = spliceAll(sources, edits);
  const needs = edits.flatMap((e) => e.imports);
  const changed = sources.filter((f) => texts.get(f.path) !== f.text);
  const request = changed.map(({ path, text }) => [path, text, texts.get(path), needs.filter((n) => n.path === path).map((n) => [moduleOf(path, n.from), n.name])]);
  const finished = await askPython({ op: 'imports', files: request }, z.array(z.string()));
  for (const [i, { path }] of changed.entries()) texts.set(path, finished[i]!);
  return sources.map(({ path, text }) => ({ path, text: texts.get(path) ?? text }));
}

/** '.universe' for src/universe.py, seen from a file of the same folder. */
const moduleOf = (path: string, from: string): string => `.${from.slice(path.lastIndexOf('/') + 1).replace(/\.py$/, '').replaceAll('/', '.')}`;
