import { z } from 'zod';

/**
 * A model's turn while it is being written: what a run page shows before anything is whole. Never stored, never acted on; the turn
 * that counts is the `message` event. Each frame replaces the one before it, so a lost one costs nothing.
 */
export const liveTurnSchema = z.strictObject({
  traceId: z.string().max(100),
  attemptId: z.string().max(100),
  /** Number of the call within the attempt, 0-based; a call that is tried again has a new one. */
  call: z.int().min(0),
  /** Newest words, in order; `tool` names the tool whose input they are. Untrusted text. */
  parts: z.array(z.strictObject({ tool: z.string().max(100).nullable(), text: z.string().max(5_000) })).max(40),
  /** Characters before them that are no longer sent. */
  cut: z.int().min(0),
  /** Last frame: the turn is whole, or it broke off. */
  done: z.boolean(),
});
export type LiveTurn = z.infer<typeof liveTurnSchema>;
