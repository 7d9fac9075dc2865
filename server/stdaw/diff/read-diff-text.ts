import { DiffRefused, MAX_DIFF_BYTES, MAX_LINE_LENGTH } from './types';

/** Bidirectional controls and zero-width characters: what a reviewer sees is then not what runs ("trojan source"). */
const INVISIBLE = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0085\u2028\u2029]/u;

/**
 * The diff as lines without line ends. Takes the diff out of a markdown fence or of prose before it; converts a diff whose
 * every line ends in CRLF (a transport artefact), refuses a mixture, invisible characters, bytes that are not UTF-8, and size.
 * @throws DiffRefused
 */
export function readDiffText(diff: string | Uint8Array): string[] {
  const bytes = typeof diff === 'string' ? Buffer.byteLength(diff) : diff.byteLength;
  if (bytes > MAX_DIFF_BYTES) throw new DiffRefused('DIFF_TOO_LARGE', `The diff has ${bytes} bytes; at most ${MAX_DIFF_BYTES} are read.`);
  let text = decode(diff);
  if (text.includes('\ufffd') || /\p{Surrogate}/u.test(text)) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', 'The diff is not clean UTF-8 (replacement character or lone surrogate).');
  if (text.includes('\0')) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', 'The diff holds a NUL byte.');
  if (text.includes('\r')) {
    const crlf = text.split('\r\n').length - 1;
    const lf = text.split('\n').length - 1;
    const cr = text.split('\r').length - 1;
    if (crlf !== lf || cr !== crlf) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', 'The diff mixes LF and CRLF line ends; use LF.');
    text = text.replaceAll('\r\n', '\n');
  }
  if (CONTROL.test(text)) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', 'The diff holds a control character.');
  if (INVISIBLE.test(text)) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', 'The diff holds a bidirectional or zero-width character.');
  const lines = takeDiff(text.split('\n'));
  const long = lines.findIndex((line) => line.length > MAX_LINE_LENGTH);
  if (long >= 0) throw new DiffRefused('DIFF_TOO_LARGE', `Line ${long + 1} of the diff has ${lines[long]!.length} characters; at most ${MAX_LINE_LENGTH} are read.`);
  return lines;
}

function decode(diff: string | Uint8Array): string {
  if (typeof diff === 'string') return diff;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(diff);
  } catch {
    throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', 'The diff is not UTF-8.');
  }
}

/** Models wrap diffs in prose and fences; a fence line can never be a body line, which starts with ' ', '+', '-' or '\'. */
function takeDiff(lines: string[]): string[] {
  const starts = (line: string) => line.startsWith('diff --git ') || line.startsWith('--- ');
  const first = lines.findIndex(starts);
  if (first < 0) throw new DiffRefused('DIFF_MALFORMED', 'No unified diff found: expected a line "diff --git a/… b/…" or "--- a/…".');
  const rest = lines.slice(first);
  const fence = rest.findIndex((line) => /^`{3,}\s*$/.test(line));
  return fence < 0 ? rest : rest.slice(0, fence);
}
