import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import type { GateResult, Verdict } from '@/server/contracts/verdict';
import { type Db, openTestDb } from '@/server/db/client';
import { attempts, autopsies, books, episodes, incidents, markets, packages, packageVersions, proposals } from '@/server/db/schema';
import type { Actor } from '@/server/contracts/roles';
import { hashVerdict } from './binding';

export const APPROVER: Actor = { kind: 'person', id: 'usr_approver', name: 'Ada', role: 'approver' };
export const OPERATOR: Actor = { kind: 'person', id: 'usr_operator', name: 'Ole', role: 'operator' };
const H = (text: string): string => sha256Hex(text);
export const DIFF = 'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-export const N = 1;\n+export const N = 5;\n';

export function makeVerdict(red?: GateResult): Verdict {
  const gates: GateResult[] = [{ name: 'applies', status: 'pass', code: 'OK', detail: 'Applies.', ms: 1 }, red ?? { name: 'tests', status: 'pass', code: 'OK', detail: '3 of 3.', ms: 5 }];
  return {
    version: 1, status: red ? 'fail' : 'pass', phase: 'logic_genesis', gates, tests: { passed: 3, failed: 0, expected: 3 }, coverage: null,
    hashes: { base: H('base'), diff: H(DIFF), tests: H('tests'), src: H('src'), baseline: H('baseline'), image: H('image') },
    isolation: { backend: 'bwrap', network: 'none', user: '64001', limits: {} }, sim2real: null, seed: 1, gradient: null, ms: 6,
  };
}

/** A migrated database with one book in review and one verified proposal (or one with a red gate). */
export function openReviewWorld(red?: GateResult): { db: Db; proposalId: string; bookId: string } {
  const db = openTestDb();
  const bookId = 'bok_1';
  db.insert(markets).values({ name: 'm', panelHash: H('p'), board: 'cn-a', currency: 'CNY', synthetic: true, seed: 1, benchmark: null, firstDate: '2024-01-02', lastDate: '2024-12-31', symbolCount: 1, dayCount: 1, ledger: {}, createdAt: 1 }).run();
  db.insert(packages).values({ id: 'pkg_1', name: 'p', dir: 'packages/p', createdAt: 1 }).run();
  for (const n of [1, 2]) db.insert(packageVersions).values({ id: `ver_${n}`, packageId: 'pkg_1', commit: `c${n}`.padEnd(40, '0'), label: `v${n}`, sourceHash: H(`s${n}`), testsHash: H('tests'), createdAt: n }).run();
  db.insert(books).values({ id: bookId, name: 'b', marketName: 'm', packageId: 'pkg_1', versionId: 'ver_1', state: 'in_review', episodeId: 'epi_1', config: {}, thresholds: {}, createdAt: 1 }).run();
  db.insert(episodes).values({ id: 'epi_1', bookId, number: 1, startDate: '2024-01-02', initialFen: 100_000_000, friction: true, reason: 'start', startedAt: 1 }).run();
  db.insert(incidents).values({ id: 'inc_1', bookId, episodeId: 'epi_1', date: '2024-06-03', summary: 'Lost.', status: 'open', openedAt: 1 }).run();
  db.insert(autopsies).values({ id: 'aut_1', incidentId: 'inc_1', bookId, version: 1, status: 'signed', document: {}, draftedBy: 'critic', updatedAt: 1, updatedBy: 'Ole', signedAt: 1, signedBy: 'Ole', contentHash: sha256Hex(canonicalJson({})) }).run();
  db.insert(proposals).values({ id: 'pro_1', bookId, incidentId: 'inc_1', autopsyId: 'aut_1', packageId: 'pkg_1', baseCommit: 'c1'.padEnd(40, '0'), provider: 'search', state: 'verified', maxAttempts: 3, attemptId: 'att_1', createdBy: 'Ole', createdAt: 1, updatedAt: 1 }).run();
  const verdict = makeVerdict(red);
  db.insert(attempts).values({ id: 'att_1', proposalId: 'pro_1', number: 1, status: red ? 'failed' : 'passed', diff: DIFF, edits: [], verdict, verdictHash: hashVerdict(verdict), startedAt: 1, endedAt: 2 }).run();
  return { db, proposalId: 'pro_1', bookId };
}
