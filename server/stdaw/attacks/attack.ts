import type { GateName, ReasonCode } from '@/server/contracts/verdict';
import { BROKEN_SIZING, HONEST_SIZING, UNCOVERED_SIZING } from './fixture';

/** A module that tries to be judged better than it is, or to do harm; it replaces src/sizing.ts of the fixture. */
export interface Attack {
  readonly name: string;
  readonly sizing: string;
  /** Where it must end, and why. */
  readonly gate: GateName;
  readonly code: ReasonCode;
  /** Which limit is reached first depends on how busy the machine is. */
  readonly orCodes?: readonly ReasonCode[];
  /** Expected rule of the sanitizer, when it is the one that stops it. */
  readonly rule?: string;
}

/** Files an attack tries to leave on the host, should it ever get out. */
export const CANARY = '/tmp/oomrl-attack-canary';

/** Code that must not get its way, in front of a module with two wrong functions. */
export const withBroken = (head: string) => `${head}\n${BROKEN_SIZING}`;
/** … in front of a module a third of which is never tested. */
export const withUncovered = (head: string) => `${head}\n${UNCOVERED_SIZING}`;
export const withHonest = (head: string) => `${head}\n${HONEST_SIZING}`;
/** The broken module, with the body of `lotsFor` replaced. */
export const lotsBody = (body: string) => BROKEN_SIZING.replace('  return budget / price;', body);

export const caught = (name: string, sizing: string, rule: string): Attack => ({ name, sizing, gate: 'sanitizer', code: 'EVASION_PATTERN', rule });
