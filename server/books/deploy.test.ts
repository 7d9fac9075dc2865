import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { write } from '@/server/db/client';
import { approvals, autopsies, deployments, incidents, packageVersions, proposals } from '@/server/db/schema';
import type { ApprovedProposal } from '@/server/review/types';
import { makePackage } from '@/server/strategy/make-package';
import type { PackageFile } from '@/server/strategy/types';
import { rejectProposal, requestChanges } from './decide-review';
import { deployProposal } from './deploy-proposal';
import { type BookRow, getBook } from './get-book';
import { git } from './git';
import { moveBook } from './move-book';
import { APPROVER, makeConsole, OPERATOR, T0, type TestConsole } from './testing/make-console';
import { getVersion, readVersionFiles, repoDir } from './versions';

let c: TestConsole;
let book: BookRow;
let files: PackageFile[];
beforeEach(() => {
  c = makeConsole();
  book = c.book();
  files = readVersionFiles(c.db, c.version.id).map((f) => (f.path === 'src/strategy.ts' ? { ...f, text: f.text.replace('0.3', '0.1') } : f));
  const common = { bookId: book.id };
  write(c.db, (tx) => {
    for (const verb of ['halt', 'open_autopsy', 'start_refactoring', 'submit_for_review'] as const) moveBook(tx, { bookId: book.id, verb, reason: 'test', actor: OPERATOR, now: T0 });
    tx.insert(incidents).values({ id: 'inc_1', ...common, episodeId: book.episodeId, date: '2022-06-01', summary: 's', status: 'open', openedAt: T0 }).run();
    tx.insert(autopsies).values({ id: 'aut_1', ...common, incidentId: 'inc_1', version: 1, status: 'signed', document: { mandate: 'Trade less\nand cheaper' }, draftedBy: 'person', updatedAt: T0, updatedBy: 'Ada', signedAt: T0, signedBy: 'Ada', contentHash: 'x' }).run();
    tx.insert(proposals).values({ id: 'pro_1', ...common, incidentId: 'inc_1', autopsyId: 'aut_1', packageId: c.package.id, baseCommit: c.version.commit, provider: 'search', state: 'holding', maxAttempts: 5, createdBy: 'Ada', createdAt: T0, updatedAt: T0 }).run();
    tx.insert(approvals).values({ id: 'apv_1', proposalId: 'pro_1', ...common, bindingHash: 'b', status: 'holding', approverId: APPROVER.id, approverName: APPROVER.name, approvedAt: T0, holdUntil: T0 + 10_000 }).run();
  });
});
afterEach(() => c.close());

/** What loadApproved would give (review's own tests prove it); only what the deployment reads. */
function approved(): ApprovedProposal {
  const { src, tests } = makePackage(files).hashes;
  const facts = { proposalId: 'pro_1', bookId: book.id, incidentId: 'inc_1', packageId: c.package.id, autopsyId: 'aut_1', baseCommit: c.version.commit, verdictHash: 'v'.repeat(64), approvalId: 'apv_1', approverName: 'Ada', verdict: { hashes: { src, tests } } };
  return facts as unknown as ApprovedProposal;
}
const status = () => c.db.select({ s: approvals.status }).from(approvals).where(eq(approvals.id, 'apv_1')).get()?.s;

it('commits with trailers, deploys, and lets the book run; the old version stays in history', () => {
  const { version } = deployProposal(c.db, approved(), files, { now: T0 + 10_000 });
  expect(getBook(c.db, book.id)).toMatchObject({ state: 'running', versionId: version.id });
  expect([version.label, status()]).toEqual(['v2', 'deployed']);
  expect(git(repoDir(c.package), ['log', '-1', '--format=%B', 'main']).toString().trim()).toBe(`Trade less and cheaper\n\nOOM-RL-Autopsy: aut_1\nOOM-RL-Verdict: ${'v'.repeat(64)}\nOOM-RL-Approved-By: Ada`);
  expect(git(repoDir(c.package), ['diff', '--stat', c.version.commit, version.commit]).toString()).toMatch(/1 file changed, 1 insertion\(\+\), 1 deletion/);
  expect(c.db.select().from(deployments).all().map((d) => d.kind)).toEqual(['initial', 'deploy']);
  expect(() => deployProposal(c.db, approved(), files, { now: T0 + 10_001 })).toThrow(/already deployed/);
  expect(c.db.select().from(deployments).all().length).toBe(2);
});

it('a crash between commit and rows leaves nothing deployed; the next try makes the very same commit', () => {
  const crash = () => deployProposal(c.db, approved(), files, { now: T0 + 10_000, afterDeploy: () => { throw new Error('power cut'); } });
  expect(crash).toThrow('power cut');
  expect([getBook(c.db, book.id).state, status()]).toEqual(['in_review', 'holding']);
  const made = git(repoDir(c.package), ['rev-parse', 'refs/approvals/apv_1']).toString().trim();
  expect(git(repoDir(c.package), ['rev-parse', 'main']).toString().trim()).toBe(c.version.commit);
  expect(deployProposal(c.db, approved(), files, { now: T0 + 99_000 }).version.commit).toBe(made);
  expect(c.db.select().from(packageVersions).all().length).toBe(2);
});

it('deploys nothing but what was verified', () => {
  const other = files.map((f) => (f.path === 'src/strategy.ts' ? { ...f, text: `${f.text}// more\n` } : f));
  expect(() => deployProposal(c.db, approved(), other, { now: T0 + 10_000 })).toThrow(/not the one that was verified/);
  expect([getBook(c.db, book.id).versionId, status()]).toEqual([c.version.id, 'holding']);
  expect(getVersion(c.db, c.version.id).label).toBe('v1');
});

it('a reviewer rejects or sends back, book and proposal together', () => {
  write(c.db, (tx) => tx.update(proposals).set({ state: 'verified' }).run());
  const by = { proposalId: 'pro_1', actor: APPROVER, now: T0 };
  expect(() => requestChanges(c.db, { ...by, reason: '' })).toThrow(/say why/);
  expect(requestChanges(c.db, { ...by, reason: 'cap the weights too' })).toMatchObject({ state: 'superseded', feedback: 'cap the weights too' });
  expect(getBook(c.db, book.id).state).toBe('refactoring');
  write(c.db, (tx) => {
    tx.update(proposals).set({ state: 'verified' }).run();
    moveBook(tx, { bookId: book.id, verb: 'submit_for_review', actor: OPERATOR, now: T0 });
  });
  expect(rejectProposal(c.db, { ...by, reason: 'not worth it' }).state).toBe('rejected');
  expect(getBook(c.db, book.id).state).toBe('halted');
});
