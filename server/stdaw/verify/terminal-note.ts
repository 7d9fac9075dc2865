import type { Sim2Real } from '@/server/contracts/verdict';

/**
 * What a change of the summed rewards owes to the terminal penalty of eq. 2, as a clause to follow the number; '' when
 * neither side reached τ. Without it a version that merely survives reads as +99.99. `penalty` null: not known here.
 */
export function terminalNote({ before, after }: { readonly [K in 'before' | 'after']: Pick<Sim2Real[K], 'terminated'> }, penalty: number | null): string {
  if (!before.terminated && !after.terminated) return '';
  const whose = before.terminated && after.terminated ? 'both versions' : before.terminated ? 'the version before' : 'the version after';
  return ` (includes P_terminal${penalty === null ? '' : ` = ${penalty}`} of ${whose})`;
}
