import { z } from 'zod';

/** What the engine's containment probe found when it started: how untrusted code is isolated on this machine, or why none is run. */
export const sandboxHealthSchema = z.object({
  kind: z.literal('sandbox'),
  ok: z.boolean(),
  /** 'bwrap', 'docker', or 'none' when none could be chosen. */
  backend: z.string().max(100),
  /** Which layers bound memory, processes and CPU; null when nothing runs. */
  limits: z.string().max(2000).nullable(),
  howToFix: z.string().max(4000).nullable(),
  checks: z.array(z.object({ name: z.string().max(500), ok: z.boolean(), detail: z.string().max(4000) })).max(200),
});
export type SandboxHealth = z.infer<typeof sandboxHealthSchema>;
