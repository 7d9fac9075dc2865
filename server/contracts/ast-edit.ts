import { z } from 'zod';

/** One typed AST edit of a proposal (DESIGN §1: a proposal is one unified diff with its list of AST edits). */
export const astEditSchema = z.object({
  kind: z.enum(['set_constant', 'change_operator', 'insert_guard', 'call_helper', 'replace_function_body', 'insert_statement', 'delete_statement', 'add_helper', 'change_declaration']),
  path: z.string(),
  /** Enclosing declaration, e.g. `REBALANCE_EVERY_DAYS` or `rankByMomentum`. */
  symbol: z.string(),
  line: z.int(),
  before: z.string(),
  after: z.string(),
  /** Words of the mandate that led here (search agent), or the model's own reason. */
  why: z.string(),
});
export type AstEdit = z.infer<typeof astEditSchema>;
