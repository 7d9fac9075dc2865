import { sanitizeTypeScript } from '../sanitizer/sanitize-typescript';
import { checkTypes } from '../typecheck/check-types';
import { fail, type Gate, pass } from './types';

/** Strict types against the bare language: no DOM, no Node, only syntax that erases. */
export const typesGate: Gate = {
  name: 'types',
  run(state) {
    const { problems } = (state.types ??= checkTypes(state.after.sources));
    const first = problems[0];
    if (!first) return pass(`${state.after.sources.length} modules type-check in strict mode.`);
    const say = (p: typeof first) => `${p.path}:${p.line} ${p.code} ${p.message}`;
    return fail('TYPE_ERROR', `${problems.length} type ${problems.length === 1 ? 'error' : 'errors'}, first ${say(first)}`, {
      frames: problems.map((p) => ({ path: p.path, line: p.line, column: p.column, fn: null })),
      otherFailures: problems.slice(1).map(say),
      untrusted: true,
    }, { problems });
  },
};

/** The allow-list of what strategy code may contain, over all modules. */
export const sanitizerGate: Gate = {
  name: 'sanitizer',
  run(state) {
    const { input, after } = state;
    const base = input.diff !== null ? input.basePackage.sources : (input.acceptedSources ?? null);
    const foreign = after.sources.find((f) => !f.path.endsWith('.ts'));
    if (foreign) return fail('EVASION_PATTERN', `${foreign.path} is no TypeScript module; nothing else may stand in src/.`, { patterns: [{ path: foreign.path, line: 1, rule: 'foreign-file', astPath: '', message: 'Only .ts modules may stand in src/.' }] });
    // Types make some rules exact, but only those of a program without errors can be believed.
    state.types = checkTypes(after.sources);
    const { program, problems } = state.types;
    const findings = sanitizeTypeScript({ sources: after.sources, tests: [...after.tests, ...after.baseline], base, ...(problems.length === 0 ? { program } : {}) });
    const first = findings[0];
    if (!first) return pass('No pattern that could forge coverage, keep state or reach outside.');
    return fail('EVASION_PATTERN', `${findings.length} forbidden ${findings.length === 1 ? 'pattern' : 'patterns'}, first ${first.path}:${first.line} ${first.rule}: ${first.message}`, {
      patterns: findings.map(({ path, line, rule, astPath, message }) => ({ path, line, rule, astPath, message })),
      untrusted: true,
    }, { findings: findings.slice(0, 100) });
  },
};
