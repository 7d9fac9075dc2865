import { DiffRefused } from './types';

/** Path of one side of a file header: without `a/` or `b/`, timestamp cut; null for /dev/null. @throws DiffRefused */
export function readHeaderPath(raw: string, prefix: 'a/' | 'b/'): string | null {
  const path = raw.split('\t')[0]!.trimEnd();
  if (path === '/dev/null') return null;
  if (path.startsWith('"')) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `Quoted paths are not accepted: ${path.slice(0, 120)}.`);
  return checkPath(path.startsWith(prefix) ? path.slice(2) : path);
}

/** Refuses what could leave the package or hide in it: absolute, '..', dot files, exotic characters. @throws DiffRefused */
export function checkPath(path: string): string {
  const refuse = (why: string) => {
    throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `Path "${path.slice(0, 120)}" ${why}.`, { path: path.slice(0, 200) });
  };
  if (path.length > 200) refuse('is longer than 200 characters');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) refuse('is absolute; paths are relative to the package');
  if (!/^[A-Za-z0-9_./-]+$/.test(path)) refuse('may only use letters, digits, "_", "-", "." and "/"');
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') refuse('has an empty, "." or ".." part');
    if (part.startsWith('.')) refuse('names a hidden file or folder');
    if (part.endsWith('.')) refuse('has a part that ends with "."');
  }
  return path;
}

/**
 * Refuses a new path that some file system would confuse with an existing one (case-only difference),
 * or that needs a file to be a folder. @throws DiffRefused
 */
export function checkNewPath(path: string, existing: Iterable<string>): void {
  const known = new Map<string, string>();
  const files = new Set<string>();
  for (const other of existing) {
    files.add(other.toLowerCase());
    for (const prefix of prefixes(other)) known.set(prefix.toLowerCase(), prefix);
  }
  for (const prefix of prefixes(path)) {
    const twin = known.get(prefix.toLowerCase());
    if (twin !== undefined && twin !== prefix) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `Path "${path}" differs from "${twin}" only in letter case.`, { path });
    if (prefix !== path && files.has(prefix.toLowerCase())) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `Path "${path}" needs the file "${prefix}" to be a folder.`, { path });
  }
  if (known.has(path.toLowerCase())) throw new DiffRefused('DIFF_STALE_BASE', `"${path}" is added by the diff but already exists.`, { path });
}

function prefixes(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
