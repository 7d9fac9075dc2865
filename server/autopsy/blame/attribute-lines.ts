import type { PackageFile } from '@/server/strategy/types';
import { diffSequences } from '@/server/stdaw/diff/myers';
import { splitLines } from '@/server/stdaw/diff/split-lines';

/**
 * Which version last changed each line of the newest one. `versions` are the files of each version, oldest first; the result gives
 * for each file of the last the index of the version per line. Where lines were only removed, the line that took their place counts
 * as changed.
 */
export function attributeLines(versions: readonly (readonly PackageFile[])[]): Map<string, number[]> {
  let before = new Map<string, { lines: string[]; by: number[] }>();
  versions.forEach((files, version) => {
    before = new Map(
      files.map(({ path, text }) => {
        const lines = splitLines(text);
        const old = before.get(path);
        return [path, { lines, by: old ? carry(old, lines, version) : lines.map(() => version) }];
      }),
    );
  });
  return new Map([...before].map(([path, { by }]) => [path, by]));
}

function carry(old: { lines: readonly string[]; by: readonly number[] }, lines: readonly string[], version: number): number[] {
  const by: number[] = [];
  const runs = diffSequences(old.lines, lines);
  let from = 0;
  for (const { aFrom, aTo, bFrom, bTo } of runs) {
    by.push(...old.by.slice(from, aFrom));
    for (let line = bFrom; line < bTo; line++) by.push(version);
    from = aTo;
  }
  by.push(...old.by.slice(from));
  for (const { bFrom, bTo } of runs) if (bFrom === bTo && lines[bFrom]?.trim()) by[bFrom] = version;
  return by;
}
