import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import type { Sim2Real, Verdict } from '@/server/contracts/verdict';

/** What an approval is bound to (DESIGN §5.4); hashes are hex. */
export interface BindingParts {
  readonly baseCommit: string;
  readonly diff: string;
  readonly testsHash: string;
  readonly verdictHash: string;
  readonly sim2realHash: string;
  readonly autopsyId: string;
}

/** One form per diff: LF line ends and exactly one newline at the end. Nothing that changes the applied result is touched. */
export function normaliseDiff(diff: string): string {
  return `${diff.replace(/\r\n/g, '\n').replace(/\n+$/, '')}\n`;
}

/** The hash a person approves and the deployer recomputes. */
export function computeBinding(parts: BindingParts): string {
  return sha256Hex(
    canonicalJson({
      autopsyId: parts.autopsyId,
      baseCommit: parts.baseCommit,
      diff: normaliseDiff(parts.diff),
      sim2realHash: parts.sim2realHash,
      testsHash: parts.testsHash,
      verdictHash: parts.verdictHash,
    }),
  );
}

/** Hash of a whole verdict as STDAW stores it beside the attempt. */
export const hashVerdict = (verdict: Verdict): string => sha256Hex(canonicalJson(verdict));

/** Hash of the before/after comparison; a verdict without one hashes `null`. */
export const hashSim2Real = (sim2real: Sim2Real | null): string => sha256Hex(canonicalJson(sim2real));
