import type { alerts, fills, incidents, orders } from '@/server/db/schema';
import type { EvidenceLink } from './link-evidence';
import type { StripDay } from './strip-layout';

export type IncidentRow = typeof incidents.$inferSelect;
export type AlertRow = typeof alerts.$inferSelect;
export type FillRow = typeof fills.$inferSelect;
export type OrderRow = typeof orders.$inferSelect;

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
