import type { Finding } from '../sanitizer/module-under-check';
import { findCostlyTypes, sanitizeTypeScript } from '../sanitizer/sanitize-typescript';
import { INSPECT_LIMITS, inspectInThread, type InspectOutcome } from '../typecheck/inspect-in-thread';
import { noteWork } from './gate-times';
import { isHidden } from './package-files';
import { readingOf } from './python-reading';
import { fail, type Gate, type GateOutcome, pass, type VerificationState } from './types';

/** Strict types against the bare language: no DOM, no Node, only syntax that erases. In Python, which has no types to check: every name and import resolves. */
export const typesGate: Gate = {
  name: 'types',
  async run(state) {
    if (state.input.basePackage.manifest.language === 'python') return resolvesNames(state);
    const types = await inspectionOf(state);
    if ('limit' in types) return fail('LIMIT_HIT', LIMITS[types.limit], { limits: [LIMITS[types.limit]] });
    const { problems } = types.inspection;
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

const LIMITS = {
  time: `The types of the package were not checked within ${INSPECT_LIMITS.timeMs / 1000} s; write simpler types.`,
  memory: `The types of the package need more than ${INSPECT_LIMITS.memoryMb} MB to be checked; write simpler types.`,
} as const;

async function resolvesNames(state: VerificationState): Promise<GateOutcome> {
  const { modules } = await readingOf(state);
  const problems = modules.flatMap(({ path, unresolved }) => unresolved.map((u) => ({ path, ...u })));
  const first = problems[0];
  if (!first) return pass(`Every name and import in ${modules.length} modules resolves (Python has no types to check).`);
  const say = (p: typeof first) => `${p.path}:${p.line} ${p.message}`;
  return fail('TYPE_ERROR', `${problems.length} unresolved ${problems.length === 1 ? 'name' : 'names'}, first ${say(first)}`, {
    frames: problems.map((p) => ({ path: p.path, line: p.line, column: p.column, fn: null })), otherFailures: problems.slice(1).map(say), untrusted: true,
  }, { problems });
}

/** The allow-list of what strategy code may contain, over all modules. */
export const sanitizerGate: Gate = {
  name: 'sanitizer',
  async run(state) {
    const { after } = state;
    const [extension, language] = after.manifest.language === 'python' ? ['.py', 'Python'] : ['.ts', 'TypeScript'];
    const foreign = after.sources.find((f) => !f.path.endsWith(extension));
    if (foreign) return fail('EVASION_PATTERN', `${foreign.path} is no ${language} module; nothing else may stand in src/.`, { patterns: [{ path: foreign.path, line: 1, rule: 'foreign-file', astPath: '', message: `Only ${extension} modules may stand in src/.` }] });
    const findings = await (after.manifest.language === 'python' ? findInPython(state) : findInTypeScript(state));
    const first = findings[0];
    if (!first) return pass('No pattern that could forge coverage, keep state or reach outside.');
    return fail('EVASION_PATTERN', `${findings.length} forbidden ${findings.length === 1 ? 'pattern' : 'patterns'}, first ${first.path}:${first.line} ${first.rule}: ${first.message}`, {
      patterns: findings.map(({ path, line, rule, astPath, message }) => ({ path, line, rule, astPath, message })),
      untrusted: true,
    }, { findings: findings.slice(0, 100) });
  },
};

async function findInTypeScript(state: VerificationState): Promise<readonly Finding[]> {
  if (findCostlyTypes(state.after.sources).length > 0) return sanitizeTypeScript(underCheck(state));
  const types = await inspectionOf(state);
  // Types that hit a limit are the next gate's to refuse; what the syntax alone shows is found all the same.
  return 'limit' in types ? sanitizeTypeScript(underCheck(state)) : types.inspection.findings;
}

async function inspectionOf(state: VerificationState): Promise<InspectOutcome> {
  if (state.types) return state.types;
  const started = performance.now();
  state.types = await inspectInThread(underCheck(state));
  const tookMs = performance.now() - started;
  // The compiler was started for the types, and a thread that hit a limit spent its time on them.
  noteWork(state.workAhead, tookMs, { types: Math.max(0, tookMs - ('inspection' in state.types ? state.types.inspection.patternsMs : 0)) });
  return state.types;
}

/** Held-out tests stay out: a finding would tell which numbers stand in them. */
function underCheck({ input, after }: VerificationState) {
  const base = input.diff !== null ? input.basePackage.sources : (input.acceptedSources ?? null);
  return { sources: after.sources, tests: [...after.tests.filter((f) => !isHidden(f.path)), ...after.baseline], base };
}

/** A module that does not parse ends at the scope gate; should one come this far, that is a finding too. */
async function findInPython(state: VerificationState): Promise<readonly Finding[]> {
  const { modules } = await readingOf(state);
  return modules.flatMap(({ path, syntax, findings }) => (syntax ? [{ path, line: syntax.line, column: 1, rule: 'syntax', astPath: '', message: syntax.message }] : findings));
}
