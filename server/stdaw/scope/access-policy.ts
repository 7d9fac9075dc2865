import type { Phase, ReasonCode } from '@/server/contracts/verdict';

/** What a path of a package is to the verification. Everything that is not named is `other`. */
export const PATH_CLASSES = ['source', 'test', 'hidden_test', 'baseline', 'manifest', 'other'] as const;
export type PathClass = (typeof PATH_CLASSES)[number];

type Rule = { readonly write: true } | { readonly write: false; readonly code: ReasonCode; readonly why: string };
const yes: Rule = { write: true };
const no = (code: ReasonCode, why: string): Rule => ({ write: false, code, why });

/**
 * The access policy π_lock(phase) of the paper (Algorithm 1) as one table: what a proposal may write in each phase.
 * Reading is the same in both: source, tests, baseline and manifest, never the hidden tests.
 */
export const ACCESS_POLICY: Readonly<Record<Phase, Readonly<Record<PathClass, Rule>>>> = {
  logic_genesis: {
    source: yes,
    test: no('TESTS_TOUCHED', 'tests are read-only in Logic Genesis'),
    hidden_test: no('TESTS_TOUCHED', 'held-out tests are never written by a proposal'),
    baseline: no('TESTS_TOUCHED', 'the human-curated baseline is never written by a proposal'),
    manifest: no('PATH_NOT_ALLOWED', 'strategy.json holds the owner’s thresholds and is changed by people only'),
    other: no('PATH_NOT_ALLOWED', 'only TypeScript or Python files under src/ may change'),
  },
  test_genesis: {
    source: no('SOURCE_CHANGED', 'source is read-only in Test Genesis'),
    test: yes,
    hidden_test: no('TESTS_TOUCHED', 'held-out tests are never written by a proposal'),
    baseline: no('TESTS_TOUCHED', 'the human-curated baseline is never written by a proposal'),
    manifest: no('PATH_NOT_ALLOWED', 'strategy.json holds the owner’s thresholds and is changed by people only'),
    other: no('PATH_NOT_ALLOWED', 'only files under tests/ may change'),
  },
};

export type Language = 'typescript' | 'python';

/** Class of a package path. A test-like or foreign file inside src/ is `other`: nothing but modules may stand there. */
export function classifyPath(path: string, language: Language): PathClass {
  if (path === 'strategy.json') return 'manifest';
  if (path.startsWith('tests/hidden/')) return 'hidden_test';
  if (path.startsWith('tests/')) return isTestFile(path, language) ? 'test' : 'other';
  if (path.startsWith('baseline/')) return 'baseline';
  if (path.startsWith('src/') && isModule(path, language) && !path.includes('/node_modules/')) return 'source';
  return 'other';
}

function isModule(path: string, language: Language): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (language === 'python') return name.endsWith('.py') && !/^(conftest|sitecustomize|usercustomize)\.py$|^test_|_test\.py$/.test(name);
  return name.endsWith('.ts') && !/\.(test|spec|d)\.ts$/.test(name);
}

function isTestFile(path: string, language: Language): boolean {
  if (path.endsWith('.json')) return true;
  return language === 'python' ? path.endsWith('.py') && !path.endsWith('/conftest.py') : path.endsWith('.ts') && !path.endsWith('.d.ts');
}
