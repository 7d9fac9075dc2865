import type { AstEdit } from '@/server/contracts/ast-edit';
import type { SemanticGradient } from '@/server/contracts/verdict';
import { type EditCandidate, editKey, siteKey } from './edit-candidate';
import type { RankedEdit } from './rank-edits';

/** An earlier try and why it failed (null: rejected by a person, with the reason in the mandate). */
export interface PastAttempt {
  readonly number: number;
  readonly edits: readonly AstEdit[];
  readonly gradient: SemanticGradient | null;
}

/** What the gradients of earlier attempts forbid and favour. */
export interface Lessons {
  /** Combinations that were tried. */
  readonly tried: ReadonlySet<string>;
  readonly bannedEdits: ReadonlySet<string>;
  readonly bannedSites: ReadonlySet<string>;
  /** Site → factor by which its number should move at least (simulated turnover / allowed turnover). */
  readonly push: ReadonlyMap<string, number>;
  /** Sentences for the record. */
  readonly notes: readonly string[];
}

/** One name for a set of edits, whatever their order. */
export const combinationKey = (edits: readonly Pick<AstEdit, 'kind' | 'path' | 'symbol' | 'before' | 'after'>[]): string => edits.map(editKey).sort().join('\n');

/** Gates whose failure means that this change of the code is wrong, not that it is too small. */
const WRONG_CHANGE = new Set(['types', 'sanitizer', 'tests', 'determinism', 'baseline', 'scope', 'applies', 'throw_audit', 'cross_validation', 'ro_lock']);

/** Reads the semantic gradients: wrong changes are not made again, too small ones are pushed further. */
export function learnFromAttempts(attempts: readonly PastAttempt[]): Lessons {
  const tried = new Set<string>();
  const bannedEdits = new Set<string>();
  const bannedSites = new Set<string>();
  const push = new Map<string, number>();
  const notes: string[] = [];
  for (const attempt of attempts) {
    tried.add(combinationKey(attempt.edits));
    const gradient = attempt.gradient;
    if (!gradient) continue;
    const numeric = attempt.edits.filter((e) => e.kind === 'set_constant');
    if (gradient.code === 'TURNOVER_TOO_HIGH') {
      const limit = gradient.sim2real?.max_annual_turnover ?? null;
      const actual = gradient.sim2real?.turnover_after ?? null;
      const factor = limit && actual && actual > limit ? actual / limit : 1.5;
      for (const edit of numeric) push.set(siteKey(edit), factor);
      notes.push(`Attempt ${attempt.number}: right direction, too small (turnover still ${factor.toFixed(1)} times the limit); pushing further.`);
      continue;
    }
    if (!WRONG_CHANGE.has(gradient.gate) && gradient.gate !== 'coverage') {
      for (const edit of attempt.edits) if (attempt.edits.length === 1) bannedEdits.add(editKey(edit));
      notes.push(`Attempt ${attempt.number}: ${gradient.gate} ${gradient.code}; not tried again as it was.`);
      continue;
    }
    for (const edit of blame(attempt.edits, gradient)) {
      bannedEdits.add(editKey(edit));
      // A test that pins this place pins every value of it; a coverage gap is the fault of one shape of edit only.
      if (gradient.gate === 'tests' || gradient.gate === 'baseline') bannedSites.add(siteKey(edit));
      notes.push(`Attempt ${attempt.number}: ${gradient.test ?? gradient.gate} failed on ${edit.symbol}; that edit is out.`);
    }
  }
  return { tried, bannedEdits, bannedSites, push, notes };
}

/** Edits a failure points at: by function in the frames, by file and line, else all of them. */
function blame(edits: readonly AstEdit[], gradient: SemanticGradient): readonly AstEdit[] {
  if (edits.length <= 1) return edits;
  const named = edits.filter((e) => gradient.frames.some((f) => f.fn !== null && (f.fn === e.symbol || e.symbol.endsWith(`.${f.fn}`))) || gradient.message.includes(e.symbol));
  if (named.length > 0) return named;
  const paths = new Set([...gradient.frames.map((f) => f.path), ...gradient.uncovered.map((u) => u.path), ...gradient.patterns.map((p) => p.path)]);
  const inFile = edits.filter((e) => paths.has(e.path));
  return inFile.length > 0 ? inFile : edits;
}

/** The ranked list after the lessons: bans removed, pushed sites first and only with values that go far enough. */
export function applyLessons(ranked: readonly RankedEdit[], lessons: Lessons): RankedEdit[] {
  return ranked
    .filter(({ edit }) => !lessons.bannedEdits.has(editKey(edit)) && !lessons.bannedSites.has(siteKey(edit)))
    .filter(({ edit }) => farEnough(edit, lessons))
    .map((entry) => (lessons.push.has(siteKey(entry.edit)) ? { ...entry, prior: entry.prior + 1 } : entry))
    .sort((a, b) => b.prior - a.prior);
}

function farEnough(edit: EditCandidate, lessons: Lessons): boolean {
  const factor = lessons.push.get(siteKey(edit));
  if (factor === undefined || edit.ratio === null || edit.effect === 'loosen') return true;
  return !lessons.tried.has(combinationKey([edit])) && Math.max(edit.ratio, 1 / edit.ratio) > factor;
}
