import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureFirstUser, toActor } from '@/server/access/users';
import { startProposal } from '@/server/agents/start-proposal';
import { verifyAudit } from '@/server/audit/verify-audit';
import { draftAutopsy } from '@/server/autopsy/draft-autopsy';
import { signAutopsy } from '@/server/autopsy/sign-autopsy';
import { startRun } from '@/server/books/control-run';
import { getBook } from '@/server/books/get-book';
import { git } from '@/server/books/git';
import { listNavBooks } from '@/server/books/list-nav-books';
import { listVersions } from '@/server/books/list-versions';
import { rollBack } from '@/server/books/roll-back';
import { getPackageRow, getVersion, repoDir } from '@/server/books/versions';
import type { Actor } from '@/server/contracts/roles';
import { type Db, migrateDb, openDb } from '@/server/db/client';
import { attempts, incidents, proposals } from '@/server/db/schema';
import { getJob } from '@/server/jobs/read-jobs';
import { approveProposal } from '@/server/review/approve-proposal';
import { loadVerified } from '@/server/review/load-verified';
import { prepareDemo } from './prepare-demo';
import { runEngine } from './run-engine';

let dir = '';
let db: Db;
let stop: AbortController;
let engine: Promise<void>;
let person: Actor;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'loop-'));
  process.env.OOMRL_DATA = dir;
  process.env.OOMRL_ROOT = process.cwd();
  db = openDb(join(dir, 'oomrl.db'));
  migrateDb(db);
  person = toActor(ensureFirstUser(db, Date.now()));
  await prepareDemo(db, () => {});
  stop = new AbortController();
  engine = runEngine(db, stop.signal);
}, 60_000);
afterEach(async () => {
  stop.abort();
  await engine;
  db.$client.close();
  rmSync(dir, { recursive: true, force: true });
});
async function until(what: string, holds: () => boolean, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !holds(); await new Promise((r) => setTimeout(r, 50))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
  }
}
const state = (id: string) => getBook(db, id).state;
const proposal = () => db.select().from(proposals).orderBy(desc(proposals.createdAt)).limit(1).get();

it('loss → incident → signed autopsy → agent → verified → approved → hold → deployed → trades on → rolled back', { timeout: 600_000 }, async () => {
  const bookId = listNavBooks(db)[0]?.id ?? '';
  const before = getBook(db, bookId).versionId;
  const incident = db.select().from(incidents).all().at(-1);
  const draft = draftAutopsy(db, { incidentId: incident?.id ?? '', actor: person, now: Date.now() });
  expect(state(bookId)).toBe('in_autopsy');
  const signed = signAutopsy(db, { autopsyId: draft.id, revision: draft.revision, actor: person, now: Date.now() });
  startProposal(db, { autopsyId: signed.id, provider: 'search', actor: person, now: Date.now() });
  expect(state(bookId)).toBe('refactoring');

  await until('verified proposal', () => !['queued', 'running'].includes(proposal()?.state ?? ''), 450);
  const verified = proposal();
  expect([verified?.state, verified?.error]).toEqual(['verified', null]);
  expect(state(bookId)).toBe('in_review');
  const tries = db.select().from(attempts).all();
  expect(tries.at(-1)?.status).toBe('passed');

  const { bindingHash } = loadVerified(db, verified?.id ?? '');
  const approval = approveProposal(db, { proposalId: verified?.id ?? '', expectedBinding: bindingHash, actor: person, now: Date.now() });
  expect(state(bookId)).toBe('in_review');
  await until('deployment', () => state(bookId) === 'running', 30);
  const version = getVersion(db, getBook(db, bookId).versionId);
  expect(version).toMatchObject({ label: 'v2', proposalId: verified?.id });
  const repo = repoDir(getPackageRow(db, version.packageId));
  const message = git(repo, ['log', '-1', '--format=%B', 'main']).toString();
  expect(message).toContain(`OOM-RL-Autopsy: ${signed.id}\nOOM-RL-Verdict: ${tries.at(-1)?.verdictHash}\nOOM-RL-Approved-By: operator`);
  expect(git(repo, ['rev-parse', 'main~1']).toString().trim()).toBe(getVersion(db, before).commit);
  expect(db.select().from(incidents).all().at(-1)?.status).toBe('closed');
  expect(approval.holdUntil - approval.approvedAt).toBe(10_000);

  const run = startRun(db, { bookId, days: 40, actor: person, now: Date.now() });
  await until('forty more days', () => getJob(db, run.id)?.state === 'done', 60);
  const [, v1, v2] = listVersions(db, bookId);
  expect(v2?.days).toBeGreaterThan(0);
  expect((v2?.turnover ?? 0) / (v2?.days ?? 1)).toBeLessThan((v1?.turnover ?? 0) / (v1?.days ?? 1));

  if (state(bookId) !== 'terminated') {
    expect(rollBack(db, { bookId, reason: 'to see that it works', actor: person, now: Date.now() }).versionId).toBe(before);
    expect(git(repo, ['rev-parse', 'main']).toString().trim()).toBe(getVersion(db, before).commit);
  }
  expect(verifyAudit(db).ok).toBe(true);
});
