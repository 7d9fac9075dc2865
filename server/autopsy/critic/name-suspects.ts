import type { DbOrTx } from '@/server/db/client';
import { readBlame } from '../blame/read-blame';
import { findMissingEvidence } from '../find-evidence';
import type { IncidentRows } from '../incident-rows';
import { withBlame } from './blame-suspects';
import { explainLoss } from './explain-loss';
import { codeCrash, concentration, recentDeployment, regimeDrift, staleData, staleSignal, styleTurned } from './position-rules';
import { bookDepthExceeded } from './quote-rules';
import type { Rule, Suspect } from './suspect';
import { costDrag, depthExceeded, limitLocked, liquidityBlind, overtrading } from './trading-rules';

/** Causes before their symptoms, and what is counted from fills before what is estimated from returns: the order in which draws are decided. */
const RULES: readonly Rule[] = [overtrading, depthExceeded, bookDepthExceeded, liquidityBlind, costDrag, limitLocked, concentration, staleSignal, regimeDrift, styleTurned, codeCrash, staleData, recentDeployment];
/** Strengths in the same twentieth are a draw. */
const grade = (s: Suspect): number => Math.round(s.strength * 20);

/**
 * The rule-based critic: explanations of an incident, the strongest first. A claim that cites no row, or a row that is not
 * stored, is dropped and counted. It drafts; it never signs.
 */
export function nameSuspects(db: DbOrTx, rows: IncidentRows): { suspects: Suspect[]; dropped: number } {
  const parts = explainLoss(rows);
  const claims = RULES.map((rule) => rule(rows, parts)).filter((s) => s !== null);
  const { blame } = readBlame(db, rows);
  const suspects = claims.map((s) => withBlame(s, blame, rows)).filter((s) => s.evidence.length > 0 && findMissingEvidence(db, rows.incident.bookId, s.evidence).length === 0);
  return { suspects: oneOfEach(suspects).sort((a, b) => grade(b) - grade(a)), dropped: claims.length - suspects.length };
}

/** Two rules that prove the same mode are one suspect with the claims and the rows of both. */
function oneOfEach(suspects: readonly Suspect[]): Suspect[] {
  const byMode = new Map<string, Suspect>();
  for (const s of suspects) {
    const other = byMode.get(s.mode);
    const strength = other ? Math.min(1, Math.max(s.strength, other.strength) + 0.1) : s.strength;
    // Title and instruction are those of the stronger one.
    byMode.set(s.mode, other ? { ...(s.strength > other.strength ? s : other), claim: `${other.claim} ${s.claim}`, strength, evidence: [...s.evidence, ...other.evidence] } : s);
  }
  return [...byMode.values()];
}
