import { AppError } from '@/server/contracts/errors';
import { tryApplyDiff } from '@/server/stdaw';
import type { PackageFile } from '@/server/strategy/types';

/** The files a raw diff changes, before and after. @throws AppError BAD_INPUT naming the first diverging line, or a file that would come or go */
export function applyToCopy(files: readonly PackageFile[], diff: string): { path: string; before: string; after: string }[] {
  const applied = tryApplyDiff(files, diff);
  if (!applied.ok) {
    const { reason, path, hunk, firstDivergence, nearby } = applied.rejection;
    throw new AppError('BAD_INPUT', JSON.stringify({ reason, path, hunk, first_divergence: firstDivergence, nearby }));
  }
  const other = applied.changed.find(({ change }) => change !== 'modify');
  if (other) throw new AppError('BAD_INPUT', `The diff would ${other.change} "${other.path}"; files are only changed, and new helpers go into an existing one.`);
  const old = new Map(files.map((f) => [f.path, f.text]));
  return applied.files.flatMap((file) => (old.get(file.path) === file.text ? [] : [{ path: file.path, before: old.get(file.path)!, after: file.text }]));
}
