import { z } from 'zod';

/** Evidence row kinds; an id is the key of a stored row (`day`: book/episode/date; `trace`: the proposal whose run it is). */
export const evidenceRefSchema = z.object({
  kind: z.enum(['fill', 'day', 'alert', 'orderbook', 'trace', 'order', 'deployment']),
  id: z.string().min(1).max(200),
});
export type EvidenceRef = z.infer<typeof evidenceRefSchema>;

const text = (max: number) => z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);
const finite = z.number('must be a number').refine(Number.isFinite, 'must be a finite number');

/**
 * The cognitive autopsy (paper §3.4; DESIGN §5.2). The paper's four keys event, metrics, diagnostics, mandate are
 * mandatory and keep their names; `metrics` is open: any named number.
 */
export const autopsySchema = z.strictObject({
  event: z.literal('FINANCIAL_DEGRADATION_DETECTED'),
  metrics: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'metric names are snake_case'), finite).refine((m) => Object.keys(m).length > 0, 'needs at least one metric'),
  diagnostics: z.strictObject({ module: text(200), root_cause: text(4000), execution_log: text(20_000) }),
  mandate: text(4000).refine((s) => s.length >= 12, 'must say what to change (12 characters or more)'),
  constraints: z
    .strictObject({
      allowed_paths: z.array(z.string().min(1).max(200)).min(1).max(50).default(['src/**']),
      max_ast_edits: z.int('must be a whole number').min(1, 'must be at least 1').max(500, 'must be at most 500').default(40),
      frozen_symbols: z.array(z.string().min(1).max(200)).max(200).default([]),
    })
    .default({ allowed_paths: ['src/**'], max_ast_edits: 40, frozen_symbols: [] }),
  acceptance: z
    .strictObject({
      max_annual_turnover: finite.positive('must be more than 0').optional(),
      min_reward_delta: finite.optional(),
      max_principal_loss: finite.min(0, 'must be at least 0').max(1, 'must be at most 1').optional(),
      min_coverage: finite.min(0.95, 'must be at least 0.95').max(1, 'must be at most 1').optional(),
    })
    .default({}),
  evidence: z.array(evidenceRefSchema).max(500).default([]),
});
export type Autopsy = z.output<typeof autopsySchema>;
export type AutopsyInput = z.input<typeof autopsySchema>;
