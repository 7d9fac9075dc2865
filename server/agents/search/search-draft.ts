import type { AstEdit } from '@/server/contracts/ast-edit';
import type { Autopsy } from '@/server/contracts/autopsy';
import { AppError } from '@/server/contracts/errors';
import { terminalNote } from '@/server/stdaw/verify/terminal-note';
import type { PackageFile } from '@/server/strategy/types';
import { applyEdits } from './apply-edits';
import { enumerateEdits } from './enumerate-edits';
import { type ApplyEdits, type Evaluator, evaluateBeam, type Trial } from './evaluate-beam';
import { applyLessons, combinationKey, learnFromAttempts, type PastAttempt } from './learn-from-attempts';
import { applyPython } from './python/apply-python';
import { type RankedEdit, rankEdits } from './rank-edits';
import { readMandate } from './read-mandate';

export interface SearchInput {
  readonly language: 'typescript' | 'python';
  readonly sources: readonly PackageFile[];
  /** Entry file of the manifest. */
  readonly entry: string;
  /** Manifest's frozen declarations; those of the autopsy are added. */
  readonly frozen: readonly string[];
  readonly autopsy: Autopsy;
  /** A reviewer's reasons: mandate text. */
  readonly feedback: readonly string[];
  readonly past: readonly PastAttempt[];
  readonly seed: number;
  /** 0 = the mandate's own order; n stirs it with temperature n × 0.5. */
  readonly explore: number;
  /** Null when the proposal has no market: then only the mandate ranks. */
  readonly evaluator: Evaluator | null;
  readonly maxEvaluations: number;
  readonly signal: AbortSignal;
  readonly onNote?: (note: string, data?: Record<string, unknown>) => void;
}

export interface SearchDraft {
  readonly edits: readonly AstEdit[];
  readonly files: readonly PackageFile[];
  readonly rationale: string;
}

const MAX_EDITS = 3;
const APPLY: Readonly<Record<SearchInput['language'], ApplyEdits>> = { typescript: applyEdits, python: applyPython };

/**
 * The offline repair agent. First attempt: the edit the mandate speaks for most, with the least change, untested. Later
 * attempts: the same list after the lessons of the gradients, tried in the execution simulator, best combination first.
 * A function of its input alone: same input, same draft. @throws AppError STRATEGY_FAILED when nothing is left to try
 */
export async function draftBySearch(input: SearchInput): Promise<SearchDraft> {
  const mandate = readMandate(input.autopsy, input.feedback);
  const scope = { language: input.language, entry: input.entry, allowedPaths: input.autopsy.constraints.allowed_paths, frozen: [...input.frozen, ...input.autopsy.constraints.frozen_symbols] };
  const all = rankEdits(await enumerateEdits(input.sources, mandate, scope), mandate, input.seed, input.explore);
  const lessons = learnFromAttempts(input.past);
  const ranked = applyLessons(all, lessons).filter(({ edit }) => !lessons.tried.has(combinationKey([edit])) || lessons.push.size > 0);
  for (const note of lessons.notes) input.onNote?.(note);
  input.onNote?.(`${all.length} typed edits of the package, ${ranked.length} left after the lessons.`, { top: ranked.slice(0, 8).map(describe) });
  const first = ranked.find(({ edit }) => !lessons.tried.has(combinationKey([edit])));
  if (!first) throw new AppError('STRATEGY_FAILED', 'The search has tried every typed edit inside the allowed paths; widen the constraints or write another mandate.');
  if (input.past.length === 0 || !input.evaluator) return asDraft(input, [first], `First guess from the mandate alone: the most relevant lever, changed the least.`);
  const before = await input.evaluator.evaluate(input.sources);
  if (!before) return asDraft(input, [first], 'The present version does not run in the simulator; ranked by the mandate alone.');
  const trials = await evaluateBeam({
    sources: input.sources, ranked, apply: APPLY[input.language], before, acceptance: input.autopsy.acceptance, lessons, evaluator: input.evaluator,
    maxEvaluations: input.maxEvaluations, maxEdits: Math.min(MAX_EDITS, input.autopsy.constraints.max_ast_edits), signal: input.signal,
    onTrial: (trial, edits) => input.onNote?.(trialNote(trial, edits), trial ? { annualTurnover: trial.side.annualTurnover, cumulativeReward: trial.side.cumulativeReward, feasible: trial.feasible } : undefined),
  });
  const best = trials[0];
  if (!best) return asDraft(input, [first], 'No candidate ran in the simulator; ranked by the mandate alone.');
  const turnover = best.side.annualTurnover === null ? 'n/a' : best.side.annualTurnover.toFixed(1);
  return asDraft(
    input,
    best.edits,
    `Best of ${trials.length} simulated candidates${best.feasible ? '' : ' (none met every acceptance number)'}: annual turnover ${turnover} (was ${before.annualTurnover?.toFixed(1) ?? 'n/a'}), reward ${(best.side.cumulativeReward - before.cumulativeReward >= 0 ? '+' : '')}${(best.side.cumulativeReward - before.cumulativeReward).toFixed(4)}${terminalNote({ before, after: best.side }, null)}.`,
  );
}

const describe = ({ edit, prior }: RankedEdit) => ({ kind: edit.kind, path: edit.path, symbol: edit.symbol, before: edit.before, after: edit.after, prior: Number(prior.toFixed(4)) });

function trialNote(trial: Trial | null, edits: readonly RankedEdit[]): string {
  const what = edits.map(({ edit }) => `${edit.symbol}: ${edit.after}`).join('; ');
  return trial ? `Simulated ${what}${trial.feasible ? ' — meets the acceptance numbers' : ''}` : `Simulated ${what} — did not run`;
}

async function asDraft({ language, sources }: SearchInput, chosen: readonly RankedEdit[], lead: string): Promise<SearchDraft> {
  const edits = chosen.map(({ edit, why }): AstEdit => ({ kind: edit.kind, path: edit.path, symbol: edit.symbol, line: edit.line, before: edit.before, after: edit.after, why }));
  const files = await APPLY[language](sources, chosen.map(({ edit }) => edit));
  return { edits, files, rationale: `${lead} ${edits.map((e) => `${e.symbol}: ${e.before || 'nothing'} → ${e.after}. ${e.why}`).join(' ')}` };
}
