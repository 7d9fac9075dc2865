import type { Autopsy, EvidenceRef } from '@/server/contracts/autopsy';
import type { IncidentRows } from '../incident-rows';

export const FAILURE_MODES = ['overtrading', 'cost_drag', 'liquidity_blind', 'depth_exceeded', 'limit_locked', 'concentration', 'stale_signal', 'regime_drift', 'code_crash', 'recent_deployment', 'stale_data'] as const;
export type FailureMode = (typeof FAILURE_MODES)[number];

/** One explanation of an incident. It exists only with rows that prove it. */
export interface Suspect {
  readonly mode: FailureMode;
  readonly area: 'code' | 'market' | 'execution' | 'data';
  readonly title: string;
  /** What the rows show, with the numbers. */
  readonly claim: string;
  /** How strongly the rows speak for it, (0, 1]; orders the list. */
  readonly strength: number;
  /** What the code should do about it; null when it is no matter of code. */
  readonly mandate: string | null;
  readonly acceptance: Partial<Autopsy['acceptance']>;
  readonly evidence: readonly EvidenceRef[];
}

/** A rule of the critic: rows in, a suspect or nothing out. */
export type Rule = (rows: IncidentRows) => Suspect | null;

export const pct = (ratio: number, digits = 1): string => `${(ratio * 100).toFixed(digits)} %`;
export const clamp01 = (x: number): number => Math.min(1, Math.max(0.01, x));
