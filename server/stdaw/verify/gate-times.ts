import type { GateName } from '@/server/contracts/verdict';

/** Time in ms that was spent for a gate while another one ran. */
export type WorkAhead = Map<GateName, number>;

/**
 * One process often does the work of several gates: the compiler that gives the sanitizer its types has checked them too, the run of the
 * tests ends with the replay. Each gate is told the time of what decided it.
 * @param tookMs how long the caller waited: work found done already (a kept reading) took none of it
 */
export function noteWork(ahead: WorkAhead, tookMs: number, parts: Partial<Record<GateName, number>>): void {
  const sum = Object.values(parts).reduce((a, b) => a + b, 0);
  const share = sum > tookMs ? tookMs / sum : 1;
  for (const [name, ms] of Object.entries(parts) as [GateName, number][]) ahead.set(name, (ahead.get(name) ?? 0) + ms * share);
}

/** Starts the clock of a gate; the answer stops it: the gate's own time with what was done for it before, without what it did for others. */
export function startGate(ahead: WorkAhead, name: GateName): () => number {
  const own = ahead.get(name) ?? 0;
  const before = sumOfOthers(ahead, name);
  const from = performance.now();
  return () => own + Math.max(0, performance.now() - from - (sumOfOthers(ahead, name) - before));
}

const sumOfOthers = (ahead: WorkAhead, name: GateName) => [...ahead].reduce((sum, [other, ms]) => (other === name ? sum : sum + ms), 0);
