import { z } from 'zod';
import { ENCODINGS } from '@/server/market/import-ledger';

/** What reading an account can find; none of them changes a number. */
export const ACCOUNT_FINDINGS = [
  'blank-flow', 'below-fen', 'benchmark-gap', 'unknown-kind', 'trade-without-day', 'sold-more-than-bought', 'nav-mismatch', 'no-trade-log', 'no-holding-log', 'no-benchmark',
] as const;
export const accountFindingSchema = z.object({
  kind: z.enum(ACCOUNT_FINDINGS),
  date: z.string().nullable(),
  detail: z.string(),
  evidence: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
});
export type AccountFinding = z.infer<typeof accountFindingSchema>;

export const accountLedgerSchema = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      encoding: z.enum(ENCODINGS),
      rowsKept: z.number(),
      /** Rows read but not used, each with its reason; at most the first hundred. */
      rowsIgnored: z.array(z.object({ line: z.number(), reason: z.string() })),
      rowsIgnoredTotal: z.number(),
    }),
  ),
  findings: z.array(accountFindingSchema),
  /** How the benchmark column was understood; null when there is none. */
  benchmark: z.object({ column: z.string(), kind: z.enum(['level', 'return']), reason: z.string() }).nullable(),
  /** NAV against the sum of holdings and cash; null without a holding log. */
  reconciliation: z.object({ daysChecked: z.number(), daysThatTie: z.number() }).nullable(),
});
export type AccountLedger = z.infer<typeof accountLedgerSchema>;
export type AccountFile = AccountLedger['files'][number];
