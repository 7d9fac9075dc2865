import { checkPath, readHeaderPath } from './check-path';
import { readDiffText } from './read-diff-text';
import { DiffRefused, type FileDiff, type Hunk, type HunkLine, MAX_FILES, MAX_HUNKS, type Parsed } from './types';

const HUNK = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/;

/**
 * Reads a unified diff into files and hunks. Counts in hunk headers are ignored (models get them wrong; trusting them
 * duplicates or loses lines), everything but plain text edits of regular files is refused.
 */
export function parseUnifiedDiff(diff: string | Uint8Array): Parsed {
  try {
    return { ok: true, files: new DiffReader(readDiffText(diff)).read() };
  } catch (error) {
    if (error instanceof DiffRefused) return { ok: false, rejection: error.rejection };
    throw error;
  }
}

interface Section {
  gitPaths: [string, string] | null;
  created: boolean;
  deleted: boolean;
}

class DiffReader {
  private at = 0;
  private readonly lines: readonly string[];
  /** With git headers a body line can never be mistaken for a file header; without them `---`/`+++`/`@@` must follow each other. */
  private readonly hasGitHeaders: boolean;

  constructor(lines: readonly string[]) {
    this.lines = lines;
    this.hasGitHeaders = lines.some((line) => line.startsWith('diff --git '));
  }

  read(): FileDiff[] {
    const files: FileDiff[] = [];
    let hunks = 0;
    while (this.skipBlank()) {
      const file = this.readFile();
      if (files.some((f) => f.path === file.path)) throw new DiffRefused('DIFF_MALFORMED', `"${file.path}" appears twice in the diff.`, { path: file.path });
      files.push(file);
      hunks += file.hunks.length;
      if (files.length > MAX_FILES || hunks > MAX_HUNKS) throw new DiffRefused('DIFF_TOO_LARGE', `The diff has more than ${MAX_FILES} files or ${MAX_HUNKS} hunks.`);
    }
    return files;
  }

  private skipBlank(): boolean {
    while (this.at < this.lines.length && this.lines[this.at]!.trim() === '') this.at++;
    return this.at < this.lines.length;
  }

  private readFile(): FileDiff {
    const section = this.readExtendedHeaders();
    const oldLine = this.lines[this.at] ?? '';
    const newLine = this.lines[this.at + 1] ?? '';
    if (!oldLine.startsWith('--- ')) return this.fileWithoutHunks(section);
    if (!newLine.startsWith('+++ ')) throw new DiffRefused('DIFF_MALFORMED', `Line ${this.at + 2} of the diff: expected "+++ b/…" after "---".`);
    const oldPath = readHeaderPath(oldLine.slice(4), 'a/');
    const newPath = readHeaderPath(newLine.slice(4), 'b/');
    this.at += 2;
    const path = newPath ?? oldPath;
    if (path === null) throw new DiffRefused('DIFF_MALFORMED', 'Both sides of a file header are /dev/null.');
    if (oldPath !== null && newPath !== null && oldPath !== newPath) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `Renames are not accepted: "${oldPath}" to "${newPath}".`, { path });
    if (section.gitPaths?.some((p) => p !== path)) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `The file headers disagree: "${section.gitPaths.join('", "')}" and "${path}".`, { path });
    if ((section.created && oldPath !== null) || (section.deleted && newPath !== null)) throw new DiffRefused('DIFF_MALFORMED', `The mode line and the paths of "${path}" disagree.`, { path });
    const change = oldPath === null ? 'add' : newPath === null ? 'delete' : 'modify';
    const hunks: Hunk[] = [];
    while (this.at < this.lines.length && this.lines[this.at]!.startsWith('@@')) hunks.push(this.readHunk(path, hunks.length + 1));
    if (hunks.length === 0) throw new DiffRefused('DIFF_MALFORMED', `"${path}" has a header but no hunk.`, { path });
    return { change, path, hunks };
  }

  private readExtendedHeaders(): Section {
    const section: Section = { gitPaths: null, created: false, deleted: false };
    const first = this.lines[this.at]!;
    if (!first.startsWith('diff --git ')) {
      if (!first.startsWith('--- ')) throw new DiffRefused('DIFF_MALFORMED', `Line ${this.at + 1} of the diff is neither a header nor part of a hunk: "${first.slice(0, 80)}".`);
      return section;
    }
    const names = /^diff --git a\/(\S+) b\/(\S+)$/.exec(first);
    if (!names) throw new DiffRefused('DIFF_MALFORMED', `Line ${this.at + 1} of the diff: expected "diff --git a/path b/path".`);
    section.gitPaths = [checkPath(names[1]!), checkPath(names[2]!)];
    for (this.at++; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at]!;
      if (line.startsWith('index ')) this.checkMode(/ (\d{6})$/.exec(line)?.[1] ?? '100644', names[2]!);
      else if (line.startsWith('new file mode ')) {
        this.checkMode(line.slice(14), names[2]!);
        section.created = true;
      } else if (line.startsWith('deleted file mode ')) {
        this.checkMode(line.slice(18), names[2]!);
        section.deleted = true;
      } else if (/^(rename|copy|similarity|dissimilarity) /.test(line)) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `Renames and copies are not accepted ("${line.slice(0, 100)}").`, { path: names[2]! });
      else if (/^(old|new) mode /.test(line)) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `Mode changes are not accepted ("${names[2]}").`, { path: names[2]! });
      else if (/^(GIT binary patch|Binary files )/.test(line)) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `Binary changes are not accepted ("${names[2]}").`, { path: names[2]! });
      else break;
    }
    return section;
  }

  private checkMode(mode: string, path: string): void {
    if (mode === '100644') return;
    const what = mode === '120000' ? 'Symbolic links are' : mode === '160000' ? 'Submodules are' : `File mode ${mode} is`;
    throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `${what} not accepted ("${path}").`, { path });
  }

  /** git writes an empty file that comes or goes without hunks. */
  private fileWithoutHunks(section: Section): FileDiff {
    const path = section.gitPaths?.[1];
    if (path === undefined || section.gitPaths![0] !== path || section.created === section.deleted) {
      throw new DiffRefused('DIFF_MALFORMED', `Line ${this.at + 1} of the diff: expected "--- a/…", got "${(this.lines[this.at] ?? 'the end').slice(0, 80)}".`, { path: path ?? null });
    }
    return { change: section.created ? 'add' : 'delete', path, hunks: [] };
  }

  private readHunk(path: string, number: number): Hunk {
    const headerLine = this.at + 1;
    const header = HUNK.exec(this.lines[this.at]!);
    if (!header) throw new DiffRefused('DIFF_MALFORMED', `Line ${headerLine} of the diff: expected "@@ -line,count +line,count @@".`, { path, hunk: number });
    const body: { kind: HunkLine['kind']; text: string }[] = [];
    for (this.at++; this.at < this.lines.length && !this.endsHunk(); this.at++) {
      const line = this.lines[this.at]!;
      const kind = line === '' || line[0] === ' ' ? 'context' : line[0] === '+' ? 'add' : line[0] === '-' ? 'delete' : null;
      if (kind !== null) body.push({ kind, text: `${line.slice(1)}\n` });
      else if (line[0] === '\\' && body.length > 0) body.at(-1)!.text = body.at(-1)!.text.slice(0, -1);
      else throw new DiffRefused('DIFF_MALFORMED', `Line ${this.at + 1} of the diff starts with neither " ", "+", "-" nor "\\": "${line.slice(0, 80)}".`, { path, hunk: number });
    }
    // An empty line at the end is the space between two sections, not context.
    for (let back = this.at - 1; this.lines[back] === '' && body.length > 0; back--) body.pop();
    if (!body.some((l) => l.kind !== 'context')) throw new DiffRefused('DIFF_NO_CHANGE', `Hunk ${number} of "${path}" changes nothing.`, { path, hunk: number });
    return { oldStart: Number(header[1]), lines: body, headerLine };
  }

  private endsHunk(): boolean {
    const line = this.lines[this.at]!;
    if (line.startsWith('@@') || line.startsWith('diff --git ')) return true;
    return !this.hasGitHeaders && line.startsWith('--- ') && (this.lines[this.at + 1] ?? '').startsWith('+++ ') && HUNK.test(this.lines[this.at + 2] ?? '');
  }
}
