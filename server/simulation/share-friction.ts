import type { FrictionTerms } from '@/server/reward/friction-model';
import type { FrictionModel } from '@/server/reward/types';

/**
 * What each name has of eq. 1 of a day. It is a sum over names under λ but not under the root; the root's part is shared out as the norm is
 * made: by money traded under L1, by its square under L2, so that names add up to days. `amounts`: money traded by name, any unit.
 */
export function shareFriction(amounts: readonly number[], { lambdaTerm, gammaTerm }: FrictionTerms, norm: FrictionModel['norm']): number[] {
  const traded = amounts.reduce((sum, x) => sum + x, 0);
  const squares = amounts.reduce((sum, x) => sum + x * x, 0);
  return amounts.map((x) => lambdaTerm * (x / traded) + gammaTerm * (norm === 'l1' ? x / traded : (x * x) / squares));
}
