import type { Verdict } from '@/server/contracts/verdict';
import { makePackage } from '@/server/strategy/make-package';
import { type Verification, verifyPackage } from '../verify-package';
import type { VerifyInput, VerifyMarket } from '../verify/types';
import { type RecordPayload, testsOf } from './verdict-record';

export interface Replay {
  readonly reproduced: boolean;
  /** What came out differently, as 'name: then → now'. */
  readonly differences: readonly string[];
  readonly verification: Verification;
}

/** Verifies again what a record describes and compares everything that does not depend on the clock. @param market the same panel, when the record names one */
export async function replayRecord(payload: RecordPayload, market: VerifyMarket | null, options: Pick<VerifyInput, 'onGate' | 'signal'> = {}): Promise<Replay> {
  const { manifestText, sources, tests, baseline } = payload.package;
  // Parsed and hashed anew: nothing that the record says about its own content is taken over.
  const basePackage = makePackage([{ path: 'strategy.json', text: manifestText }, ...sources, ...tests, ...baseline]);
  const verification = await verifyPackage({
    basePackage,
    diff: payload.diff, phase: payload.phase, constraints: payload.constraints, acceptance: payload.acceptance, seed: payload.seed, ...(market ? { market } : {}), ...options,
  });
  const then = essence(payload.verdict);
  const now = essence(verification.verdict);
  const packageHashes = { manifest: basePackage.hashes.manifest, package: basePackage.hashes.package };
  const named = payload.package.hashes;
  const differences = Object.keys(then).filter((name) => then[name] !== now[name]).map((name) => `${name}: ${then[name]} → ${now[name]}`);
  for (const name of ['manifest', 'package'] as const) if (named[name] !== packageHashes[name]) differences.push(`${name} hash: ${named[name]} → ${packageHashes[name]}`);
  const claimed = JSON.stringify(payload.run && [payload.run.plan, payload.run.tests]);
  const seen = verification.evidence && [verification.evidence.plan.ids, testsOf(verification.evidence)];
  if (claimed !== JSON.stringify(seen)) differences.push('run: the tests of the record are not those that ran');
  return { reproduced: differences.length === 0, differences, verification };
}

/** What must come out the same: gates and codes, tests, coverage, hashes, numbers of the simulation; no times, no texts. */
function essence(v: Verdict): Record<string, string> {
  const { files: _files, ...totals } = v.coverage ?? { files: [] };
  return {
    status: v.status,
    gates: v.gates.map((g) => `${g.name} ${g.status} ${g.code}`).join(', '),
    tests: JSON.stringify(v.tests),
    coverage: JSON.stringify(totals),
    failing: `${v.gradient?.code ?? ''} ${v.gradient?.test ?? ''}`,
    source: v.hashes.src, testsHash: v.hashes.tests, baseline: v.hashes.baseline, base: v.hashes.base, diff: v.hashes.diff ?? '',
    sim2real: v.sim2real ? JSON.stringify([v.sim2real.panelHash, v.sim2real.before, v.sim2real.after, v.sim2real.rewardDelta]) : '',
  };
}
