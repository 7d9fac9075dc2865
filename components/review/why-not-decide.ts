import type { ProposalState } from '@/server/contracts/proposal';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';

/** Why this person cannot reject or send back, or null. The room is the authority; this says it before the click. */
export function whyNotDecide(state: ProposalState, actor: Pick<Actor, 'name' | 'role'>): string | null {
  if (!roleAtLeast(actor.role, 'approver')) return `Deciding needs the role approver; ${actor.name} is ${actor.role}.`;
  if (state === 'verified') return null;
  return state === 'holding' ? 'It is on hold before deployment; cancel the approval first.' : 'Only a verified proposal that waits for a decision can be rejected or sent back.';
}
