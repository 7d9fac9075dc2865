import type { GateName, GateResult } from '@/server/contracts/verdict';

/** What each gate proves, in the words of the review screen. */
export const GATE_WORDS: Record<GateName, { title: string; proves: string }> = {
  applies: { title: 'Applies', proves: 'The diff applies cleanly to the deployed version.' },
  scope: { title: 'Scope', proves: 'Only allowed paths, within the edit budget, no frozen symbol.' },
  types: { title: 'Types', proves: 'The changed package type-checks.' },
  sanitizer: { title: 'Sanitizer', proves: 'No construct that could reach outside or recognise the tests.' },
  ro_lock: { title: 'RO-Lock', proves: 'Tests are read-only and hash to the same value before and after.' },
  tests: { title: 'Tests', proves: 'Every expected test ran in the judge and passed.' },
  determinism: { title: 'Determinism', proves: 'The same inputs give the same answers again.' },
  coverage: { title: 'Coverage', proves: 'At least 95 % of lines, branches, functions and statements.' },
  baseline: { title: 'Baseline', proves: 'Agreed results of the package still hold.' },
  throw_audit: { title: 'Throw audit', proves: 'Tests notice when a function stops working.' },
  cross_validation: { title: 'Cross-validation', proves: 'New tests separate good code from broken code.' },
  sim2real: { title: 'Sim2Real', proves: 'Better, or no worse, on the same days with real friction.' },
};

/** The gate that stopped an attempt with its reason, or the count when none did. */
export function explainGates(gates: readonly Pick<GateResult, 'status' | 'name' | 'detail'>[]): string {
  const red = gates.find((g) => g.status === 'fail' || g.status === 'error');
  return red ? `${GATE_WORDS[red.name].title}: ${red.detail}` : summariseGates(gates);
}

/** `2 of 9 gates red` and the like: one line that stands for the list. */
export function summariseGates(gates: readonly Pick<GateResult, 'status'>[]): string {
  const count = (status: GateResult['status']) => gates.filter((g) => g.status === status).length;
  const bad = count('fail') + count('error');
  const ran = gates.length - count('skipped');
  if (gates.length === 0) return 'No gate has run yet.';
  if (bad > 0) return `${bad} of ${gates.length} gates red${count('skipped') > 0 ? `, ${count('skipped')} not reached` : ''}.`;
  return ran === gates.length ? `All ${ran} gates green.` : `${ran} of ${gates.length} gates green, ${gates.length - ran} not needed here.`;
}
