import { z } from 'zod';
import { evidenceRefSchema } from './autopsy';

/** Monitor rules. Thresholds are settings of a book; each has a default, a range and a unit (monitor/rules). */
export const RULE_NAMES = [
  'daily_loss', 'daily_loss_anomaly', 'slippage_leakage', 'principal_loss_half', 'principal_loss_three_quarters', 'principal_loss_tau',
  'drawdown', 'annual_turnover', 'rolling_ir', 'strategy_error', 'stale_data', 'no_price',
] as const;
export type RuleName = (typeof RULE_NAMES)[number];
export const ruleNameSchema = z.enum(RULE_NAMES);

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const severitySchema = z.enum(SEVERITIES);

/** Handling state, separate from whether the condition still holds (console.md §C4). */
export const HANDLING_STATES = ['open', 'acknowledged', 'in_autopsy', 'resolved', 'dismissed'] as const;
export type HandlingState = (typeof HANDLING_STATES)[number];
export const handlingStateSchema = z.enum(HANDLING_STATES);

export const alertEvidenceSchema = z.object({
  ref: evidenceRefSchema,
  label: z.string(),
  value: z.number().nullable(),
});
export type AlertEvidence = z.infer<typeof alertEvidenceSchema>;
