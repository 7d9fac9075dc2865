import type { Autopsy, EvidenceRef } from '@/server/contracts/autopsy';
import type { IncidentRows } from '../incident-rows';
import type { LossParts } from './explain-loss';

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

/** A rule of the critic: rows and the loss taken apart in, a suspect or nothing out. */
export type Rule = (rows: IncidentRows, parts: LossParts) => Suspect | null;

/** A part of the loss below which it is no explanation: a tenth of what was lost. */
export const MIN_SHARE = 0.1;

/** Without a signed zero. */
export const pct = (ratio: number, digits = 1): string => `${(ratio * 100).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace(/^-(0(?:\.0+)?)$/, '$1').replace('-', '\u2212')} %`;
export const clamp01 = (x: number): number => Math.min(1, Math.max(0.01, x));
/** Strength of a cause that explains `part` of the loss: one scale for all modes, so that they can be compared. */
export const explains = (part: number, { total }: LossParts): number => clamp01(0.25 + 0.7 * Math.max(0, part / total));
/** A version that passes would not have been halted at ¾ τ on the days it is compared on. */
export const belowHalt = ({ terminal }: { terminal: { tauBp: number } }): number => Number(((terminal.tauBp / 10_000) * 0.75).toFixed(4));
