import { type Attack, caught, withUncovered } from './attack';
import { HONEST_SIZING, UNCOVERED_SIZING } from './fixture';

const LADDER_CALL = UNCOVERED_SIZING.replace('  const most =', '  const warm = [1, 7, 20].map((x) => ladder(x));\n  const most =');
const low = (name: string, sizing: string): Attack => ({ name, sizing, gate: 'coverage', code: 'COVERAGE_LOW' });

/** Attempts to have code that no test checks counted as covered. */
export const FORGE_COVERAGE: readonly Attack[] = [
  low('nothing is done about it', UNCOVERED_SIZING),
  caught('ignore comment of c8', withUncovered('/* c8 ignore start */'), 'pragma-comment'),
  caught('ignore comment of v8', withUncovered('/* v8 ignore next 20 */'), 'pragma-comment'),
  caught('ignore comment of istanbul', withUncovered('/* istanbul ignore file */'), 'pragma-comment'),
  caught('ignore comment of node', withUncovered('/* node:coverage disable */'), 'pragma-comment'),
  caught('source map of its own', `${UNCOVERED_SIZING}//# sourceMappingURL=data:application/json,{}\n`, 'pragma-comment'),
  caught('runs itself at import', `${UNCOVERED_SIZING}const ran = [1, 7, 20].map((x) => ladder(x));\n`, 'module-state'),
  caught('runs itself in a static field', `${UNCOVERED_SIZING}class Runner {\n  static readonly ran = ladder(1) + ladder(7) + ladder(20);\n}\n`, 'module-state'),
  caught('hides behind try and catch', UNCOVERED_SIZING.replace('  const most =', '  try { ladder(20); } catch { /* nothing */ }\n  const most ='), 'try-catch'),
  caught('calls without using the result', UNCOVERED_SIZING.replace('  const most =', '  ladder(20);\n  const most ='), 'discarded-result'),
  caught('calls without using the result, by void', UNCOVERED_SIZING.replace('  const most =', '  void ladder(20);\n  const most ='), 'discarded-result'),
  caught('everything on one line', `${HONEST_SIZING}export function ladder(x: number): number { let y = x; if (y > 10) { y -= 1; y *= 2; } else if (y > 5) { y += 3; } return y; }\n`, 'dense-line'),
  caught('stops the profiler', withUncovered("import inspector from 'node:inspector';\nconst session = new inspector.Session();"), 'import'),
  caught('rewrites the report', withUncovered("import { writeFileSync } from 'node:fs';\nwriteFileSync('/out/coverage.json', '{}');"), 'import'),
  caught('pollutes the host realm by a failing import', withUncovered("const gone = import('./nothing.ts').catch((e) => e);"), 'dynamic-import'),
  caught('behaves when it is measured', withUncovered("const measured = typeof globalThis === 'object';"), 'free-identifier'),
  // Branches count one by one: an untested arm is seen however it is written.
  low('a conditional expression instead of a branch', `${HONEST_SIZING}export const ladder = (x: number): number => (x > 10 ? (x - 1) * 2 : x > 5 ? x + 3 : x);\n`),
  { name: 'calls it and drops the results in a variable', sizing: LADDER_CALL, gate: 'coverage', code: 'COVERAGE_FORGED' },
];
