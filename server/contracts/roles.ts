import { z } from 'zod';

/** viewer reads; operator steps, halts, writes and signs autopsies, runs agents; approver also approves, resumes, rolls back, changes limits and people. */
export const ROLES = ['viewer', 'operator', 'approver'] as const;
export type Role = (typeof ROLES)[number];
export const roleSchema = z.enum(ROLES);

/** True when `have` includes every right of `need`. */
export const roleAtLeast = (have: Role, need: Role): boolean => ROLES.indexOf(have) >= ROLES.indexOf(need);

/** Who acts: a signed-in person, the engine itself, an agent, or the command line. */
export interface Actor {
  kind: 'person' | 'engine' | 'agent' | 'cli';
  id: string;
  name: string;
  role: Role;
}
export const ENGINE_ACTOR: Actor = { kind: 'engine', id: 'engine', name: 'engine', role: 'operator' };
export const CLI_ACTOR: Actor = { kind: 'cli', id: 'cli', name: 'command line', role: 'operator' };
