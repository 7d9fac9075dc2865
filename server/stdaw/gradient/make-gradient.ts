import type { GateName, ReasonCode, SemanticGradient } from '@/server/contracts/verdict';
import { cleanText } from './clean-text';

export type GradientParts = Partial<Omit<SemanticGradient, 'version' | 'gate' | 'code'>> & { readonly message: string };

/** The semantic gradient: every field present, every list and text within the bounds of its schema. */
export function makeGradient(gate: GateName, code: ReasonCode, parts: GradientParts): SemanticGradient {
  const text = (value: string | null | undefined, max: number) => (value === null || value === undefined ? null : cleanText(value, max));
  const diff = parts.diff ?? null;
  return {
    version: 1,
    gate,
    code,
    message: cleanText(parts.message, 4000),
    test: text(parts.test, 400),
    expected: text(parts.expected, 2000),
    actual: text(parts.actual, 2000),
    frames: (parts.frames ?? []).slice(0, 20).map((f) => ({ ...f, fn: text(f.fn, 200) })),
    uncovered: (parts.uncovered ?? []).slice(0, 50).map((u) => ({ path: u.path, lines: u.lines.slice(0, 200), ...(u.branches?.length ? { branches: u.branches.slice(0, 200) } : {}) })),
    patterns: (parts.patterns ?? []).slice(0, 50).map((p) => ({ ...p, message: cleanText(p.message, 400) })),
    diff: diff && { ...diff, expected: text(diff.expected, 400), actual: text(diff.actual, 400) },
    sim2real: parts.sim2real ?? null,
    limits: (parts.limits ?? []).slice(0, 20).map((l) => cleanText(l, 200)),
    otherFailures: (parts.otherFailures ?? []).slice(0, 50).map((f) => cleanText(f, 400)),
    untrusted: parts.untrusted ?? false,
  };
}
