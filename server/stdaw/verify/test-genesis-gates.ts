import { crossValidate } from '../audit/cross-validate';
import type { Mutant } from '../audit/mutants';
import { sanitizeTests } from '../sanitizer/sanitize-tests';
import { linesByFile } from './lines-by-file';
import { pythonEdits, readingOf } from './python-reading';
import { fail, type Gate, pass } from './types';

/** All of a small package, so that no seed decides. */
const BAD_VARIANTS = 30;
/** Some variants change nothing that could be seen, but of no package half; who loses something and notices fewer than seven in ten checks nothing much. */
const LEAST_NOTICED = 0.5;
const FEW_NOTICED = 0.7;

/** The rules for tests, on the files the proposal touches; the others were accepted by people. */
export const testSanitizerGate: Gate = {
  name: 'sanitizer',
  async run(state) {
    const { input, after } = state;
    const old = new Map(input.basePackage.tests.map((f) => [f.path, f.text]));
    const changed = after.tests.filter((f) => old.get(f.path) !== f.text);
    const findings = after.manifest.language === 'python'
      ? (await readingOf(state)).tests.filter((t) => changed.some((f) => f.path === t.path)).flatMap((t) => t.findings)
      : sanitizeTests(changed);
    const first = findings[0];
    if (!first) return pass('The changed tests import only the kit and the source, and swallow no error.');
    return fail('EVASION_PATTERN', `${findings.length} forbidden ${findings.length === 1 ? 'pattern' : 'patterns'} in the tests, first ${first.path}:${first.line} ${first.rule}: ${first.message}`, {
      patterns: findings.map(({ path, line, rule, astPath, message }) => ({ path, line, rule, astPath, message })), untrusted: true,
    });
  },
};

/** New tests are accepted for how they behave on variants they cannot tell apart, never for what they report. */
export const crossValidationGate: Gate = {
  name: 'cross_validation',
  async run(state) {
    const { input, after } = state;
    const { basePackage, seed, signal } = input;
    const python = after.manifest.language === 'python' ? { mutants: (await pythonEdits(state)).mutants } : {};
    const seen = await crossValidate({
      ...python, sources: after.sources, before: [...basePackage.tests, ...basePackage.baseline], after: [...after.tests, ...after.baseline], bad: BAD_VARIANTS, seed, ...(signal ? { signal } : {}),
    });
    const { good, killed, bad, unstable, survivors, lost } = seen;
    const evidence = { ...seen, survivors: survivors.map(asRow), lost: lost.map(asRow) };
    const numbers = `${killed} of ${bad} wrong variants were noticed`;
    if (good.passed < good.runs || unstable > 0) return fail('NON_DETERMINISTIC', `The tests give different answers for the same source: ${good.passed} of ${good.runs} runs on the right source passed, ${unstable} wrong variants changed their result.`, {}, evidence);
    const needed = Math.ceil(bad * (lost.length > 0 ? FEW_NOTICED : LEAST_NOTICED));
    if (killed < needed) return fail('VACUOUS_TESTS', `The tests do not check the source: ${numbers}, ${needed} are needed.`, { uncovered: linesByFile(survivors) }, evidence);
    const [first] = lost;
    if (first) return fail('MUTATION_SCORE_LOWER', `The new tests notice less than the old: ${numbers}, and ${lost.length} that the accepted tests notice ${lost.length === 1 ? 'is' : 'are'} not among them, first ${first.path}:${first.line}.`, { uncovered: linesByFile(lost) }, evidence);
    return pass(`On ${good.runs + bad} variants they could not tell apart the tests judged right: ${numbers}, with all of them that the accepted tests notice.`, evidence);
  },
};

const asRow = ({ path, line, kind, before, text }: Mutant) => ({ path, line, kind, before, after: text });
