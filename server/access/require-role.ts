import { AppError } from '@/server/contracts/errors';
import { type Actor, type Role, roleAtLeast } from '@/server/contracts/roles';

/** @throws AppError NOT_ALLOWED naming the role that is needed and the one the actor has. */
export function requireRole(actor: Actor, need: Role): void {
  if (!roleAtLeast(actor.role, need)) {
    throw new AppError('NOT_ALLOWED', `This needs the role ${need}; ${actor.name} is ${actor.role}. Ask an approver to change it in Settings.`, { need, have: actor.role });
  }
}
