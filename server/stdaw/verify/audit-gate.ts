import { createPrng } from '@/server/market/prng';
import { auditCoverage } from '../audit/audit-coverage';
import { changedLines } from '../audit/changed-lines';
import { makeMutants, type Mutant } from '../audit/mutants';
import { findSurvivors } from '../audit/run-mutants';
import { unrunChanges } from '../audit/unrun-changes';
import { sampleMutants, weighSurvivors } from '../audit/weigh-survivors';
import { type Declaration, declarationsOf, parseModule } from '../scope/declarations';
import { linesByFile } from './lines-by-file';
import { pythonEdits } from './python-reading';
import { fail, type Gate, pass } from './types';

const SAMPLE = 20;
const MUTANTS = 10;
/** Honest changes leave about one in eight unnoticed, code that rides along two in three. */
const MOST_SURVIVORS = 0.5;

/**
 * Two questions to the tests themselves. Does an error thrown at a covered statement reach a test (coverage nobody can forge)? Do they
 * notice small changes on the lines of the proposal? What they do not notice is an obligation for Test Genesis, and a failure only where most goes unnoticed: code that rides along.
 */
export const throwAuditGate: Gate = {
  name: 'throw_audit',
  async run(state) {
    const { input, after, coverage } = state;
    const python = after.manifest.language === 'python' ? await pythonEdits(state) : null;
    const tests = [...after.tests, ...after.baseline];
    const common = { sources: after.sources, tests, seed: input.seed, ...(input.signal ? { signal: input.signal } : {}) };
    const uncovered = new Map((coverage?.files ?? []).map((f) => [f.path, new Set(f.uncoveredLines)]));
    const audit = await auditCoverage({ ...common, uncovered, sample: SAMPLE, ...python?.audit });
    const [first] = audit.survivors;
    if (first) {
      const places = { uncovered: linesByFile(audit.survivors) };
      if (audit.survivors.every((s) => s.uncounted)) return fail('COVERAGE_LOW', `${first.path}:${first.line} holds a default or a part of "?." or "??=" that no test ever uses.`, places, { sampled: audit.sampled, survivors: audit.survivors });
      return fail('COVERAGE_FORGED', `At ${audit.survivors.length} of ${audit.sampled} covered statements a thrown error reaches no test, first ${first.path}:${first.line}.`, places, { sampled: audit.sampled, survivors: audit.survivors });
    }
    const lines = changedLines(input.basePackage.sources, after.sources);
    const isChanged = (path: string, line: number) => lines.get(path)?.has(line) ?? false;
    const all = python ? python.mutants.filter((m) => isChanged(m.path, m.line)) : makeMutants(after.sources, isChanged);
    const random = createPrng(input.seed);
    const ownerOf = ownersOf(python?.declarations ?? new Map(after.sources.map((f) => [f.path, declarationsOf(parseModule(f.path, f.text))])));
    const mutants = sampleMutants(all, MUTANTS, ownerOf, (n) => random.below(n));
    const survivors = await findSurvivors({ ...common, mutants });
    const share = input.basePackage.manifest.survivors ?? MOST_SURVIVORS;
    const unrun = unrunChanges(coverage, after.sources, isChanged);
    const obligations = [
      ...unrun.map(({ path, line, text }) => ({ path, line, kind: 'unrun', before: text, after: '' })),
      ...survivors.map(({ path, line, kind, before, text }) => ({ path, line, kind, before, after: text })),
    ];
    const unchecked = weighSurvivors(mutants, survivors, share, ownerOf);
    if (unchecked) {
      return fail('MUTATION_SCORE_LOWER', unchecked.declaration === null
        ? `Of ${unchecked.counted} small changes on the changed lines ${unchecked.survived} were noticed by no test (at most ${share * 100} % may be): the code runs in the tests but is not checked by them.`
        : `None of ${unchecked.counted} small changes in ${unchecked.declaration} was noticed by a test: the code runs in the tests but is not checked by them.`, { uncovered: linesByFile(survivors) }, { sampled: audit.sampled, mutants: mutants.length, obligations });
    }
    const said = mutants.length === 0 ? '' : ` ${mutants.length - survivors.length} of ${mutants.length} small changes on the changed lines were noticed${survivors.length > 0 ? '; the rest is work for Test Genesis' : ''}.`;
    const left = unrun.length === 0 ? '' : ` ${unrun.length} changed ${unrun.length === 1 ? 'line has a part' : 'lines have a part'} that no test runs.`;
    return pass(`An error at each of ${audit.sampled} sampled covered statements reached a test (${audit.runs} runs).${said}${left}`, { sampled: audit.sampled, runs: audit.runs, mutants: mutants.length, obligations });
  },
};

/** The innermost declaration a mutant stands in, as 'src/file.ts#name'. */
function ownersOf(declarations: ReadonlyMap<string, readonly Declaration[]>): (m: Mutant) => string {
  return ({ path, line }) => `${path}#${declarations.get(path)?.findLast((d) => d.line <= line && line <= d.endLine)?.name ?? ''}`;
}
