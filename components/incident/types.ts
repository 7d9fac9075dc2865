import type { alerts } from '@/server/db/schema';
import type { EvidenceLink } from './link-evidence';
import type { StripDay } from './strip-layout';

export type AlertRow = typeof alerts.$inferSelect;

/** A trading day around the incident. */
export interface IncidentDay extends StripDay {
  readonly pnlFen: number;
  readonly equityFen: number;
  readonly principalLoss: number;
  readonly drawdown: number;
  readonly reward: number;
}

/** A claim about the cause with the rows it rests on. */
export interface SuspectClaim {
  readonly mode: string;
  /** Where it lies: code, market, execution or data. */
  readonly area: string;
  readonly title: string;
  readonly claim: string;
  readonly links: readonly EvidenceLink[];
}

/** An alert with the rows that prove it, as links. */
export type LinkedAlert = AlertRow & { readonly links: readonly EvidenceLink[] };

/** How the value and threshold of an alert are read. */
export interface RuleWords {
  readonly label: string;
  readonly unit: string;
}
