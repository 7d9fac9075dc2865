import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { AppError } from '@/server/contracts/errors';
import { write } from '@/server/db/client';
import { auditLog, autopsies, books, jobs, proposals } from '@/server/db/schema';
import { approveProposal, HOLD_MS } from './approve-proposal';
import { computeBinding } from './binding';
import { markChangesRequested, markRejected } from './decide-proposal';
import { cancelApproval, expireApproval, markDeployed } from './end-approval';
import { loadApproved } from './load-approved';
import { getProposal, loadVerified } from './load-verified';
import { APPROVER, DIFF, OPERATOR, openReviewWorld } from './review-world.fixture';
import { whyNotApprovable } from './why-not-approvable';

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as AppError).code;
  }
  return 'nothing thrown';
};

it('binds every part: change one and the hash changes; line ends do not matter', () => {
  const parts = { baseCommit: 'a', diff: DIFF, testsHash: 't', verdictHash: 'v', sim2realHash: 's', autopsyId: 'x' };
  const hash = computeBinding(parts);
  for (const key of Object.keys(parts) as (keyof typeof parts)[]) expect(computeBinding({ ...parts, [key]: `${parts[key]}z` }), key).not.toBe(hash);
  expect(computeBinding({ ...parts, diff: DIFF.replace(/\n/g, '\r\n') })).toBe(hash);
});

it('approves once: hold, job at the end of the hold, the same approval for a double click', () => {
  const { db, proposalId } = openReviewWorld();
  expect(whyNotApprovable(db, { proposalId, actor: APPROVER })).toBeNull();
  const expectedBinding = loadVerified(db, proposalId).bindingHash;
  const first = approveProposal(db, { proposalId, expectedBinding, actor: APPROVER, now: 1000 });
  const again = approveProposal(db, { proposalId, expectedBinding, actor: APPROVER, now: 1001 });
  expect(again.id).toBe(first.id);
  expect(first.holdUntil).toBe(1000 + HOLD_MS);
  expect(db.select().from(jobs).all().map((j) => [j.kind, j.runAt])).toEqual([['proposal.deploy', first.holdUntil]]);
  expect(db.select().from(auditLog).all().map((a) => a.action)).toEqual(['proposal.approve']);
  expect(whyNotApprovable(db, { proposalId, actor: APPROVER })).toMatch(/You approved this/);
  expect(codeOf(() => approveProposal(db, { proposalId, expectedBinding, actor: { ...APPROVER, id: 'usr_2', name: 'Bo' }, now: 1002 }))).toBe('ALREADY_DONE');
  expect(codeOf(() => loadApproved(db, first.id, 1001))).toBe('ILLEGAL_TRANSITION');
  expect(loadApproved(db, first.id, first.holdUntil)).toMatchObject({ proposalId, approverName: 'Ada', diff: DIFF });
});

it('names the first red gate, the missing role, the moved base, the wrong book state', () => {
  const red = openReviewWorld({ name: 'tests', status: 'fail', code: 'TEST_FAILED', detail: 'caps are kept: 0.2 > 0.1', ms: 3 });
  expect(whyNotApprovable(red.db, { proposalId: red.proposalId, actor: APPROVER })).toBe('Gate tests is red (TEST_FAILED): caps are kept: 0.2 > 0.1');
  expect(codeOf(() => approveProposal(red.db, { proposalId: red.proposalId, expectedBinding: '', actor: APPROVER, now: 1 }))).toBe('ILLEGAL_TRANSITION');
  const { db, proposalId, bookId } = openReviewWorld();
  expect(whyNotApprovable(db, { proposalId, actor: OPERATOR })).toMatch(/needs the role approver/);
  expect(codeOf(() => approveProposal(db, { proposalId, expectedBinding: '', actor: OPERATOR, now: 1 }))).toBe('NOT_ALLOWED');
  expect(codeOf(() => approveProposal(db, { proposalId, expectedBinding: '', actor: { ...APPROVER, kind: 'agent' }, now: 1 }))).toBe('NOT_ALLOWED');
  db.update(books).set({ versionId: 'ver_2' }).where(eq(books.id, bookId)).run();
  expect(whyNotApprovable(db, { proposalId, actor: APPROVER })).toMatch(/base moved: the book now runs v2/);
  db.update(books).set({ versionId: 'ver_1', state: 'halted' }).where(eq(books.id, bookId)).run();
  expect(whyNotApprovable(db, { proposalId, actor: APPROVER })).toMatch(/halted, not in review/);
});

it('refuses when anything moved between reading and clicking, and between clicking and deploying', () => {
  const { db, proposalId, bookId } = openReviewWorld();
  expect(codeOf(() => approveProposal(db, { proposalId, expectedBinding: 'f'.repeat(64), actor: APPROVER, now: 1 }))).toBe('BINDING_MISMATCH');
  const approval = approveProposal(db, { proposalId, expectedBinding: loadVerified(db, proposalId).bindingHash, actor: APPROVER, now: 1 });
  const later = approval.holdUntil;
  db.update(proposals).set({ baseCommit: 'c2'.padEnd(40, '0') }).where(eq(proposals.id, proposalId)).run();
  expect(codeOf(() => loadApproved(db, approval.id, later))).toBe('BINDING_MISMATCH');
  db.update(proposals).set({ baseCommit: 'c1'.padEnd(40, '0') }).where(eq(proposals.id, proposalId)).run();
  db.update(books).set({ versionId: 'ver_2' }).where(eq(books.id, bookId)).run();
  expect(codeOf(() => loadApproved(db, approval.id, later))).toBe('BINDING_MISMATCH');
  write(db, (tx) => expireApproval(tx, { approvalId: approval.id, note: 'base moved', now: later }));
  expect(getProposal(db, proposalId).state).toBe('verified');
});

it('cannot be fooled by stored evidence that was edited: the database refuses, and a forged row does not hash', () => {
  const { db, proposalId } = openReviewWorld();
  expect(() => db.$client.prepare(`update attempts set diff = 'x'`).run()).toThrow(/never changes/);
  expect(() => db.update(autopsies).set({ document: { a: 1 } }).run()).toThrow();
  db.$client.exec('drop trigger attempts_verdict_is_final');
  db.$client.prepare(`update attempts set verdict = json_set(verdict, '$.tests.passed', 99)`).run();
  expect(codeOf(() => loadVerified(db, proposalId))).toBe('BINDING_MISMATCH');
});

it('leaves the hold exactly once: cancel beats deploy, deploy beats cancel', () => {
  const one = openReviewWorld();
  const a = approveProposal(one.db, { proposalId: one.proposalId, expectedBinding: loadVerified(one.db, one.proposalId).bindingHash, actor: APPROVER, now: 1 });
  expect(codeOf(() => cancelApproval(one.db, { approvalId: a.id, actor: OPERATOR, now: 2 }))).toBe('NOT_ALLOWED');
  expect(cancelApproval(one.db, { approvalId: a.id, actor: APPROVER, now: 2 }).status).toBe('cancelled');
  expect(codeOf(() => write(one.db, (tx) => markDeployed(tx, { approvalId: a.id, commit: 'c', actor: APPROVER, now: 3 })))).toBe('ALREADY_DONE');
  expect(codeOf(() => loadApproved(one.db, a.id, a.holdUntil))).toBe('ALREADY_DONE');
  const b = approveProposal(one.db, { proposalId: one.proposalId, expectedBinding: a.bindingHash, actor: APPROVER, now: 4 });
  expect(b.id).not.toBe(a.id);
  write(one.db, (tx) => markDeployed(tx, { approvalId: b.id, commit: 'c', actor: APPROVER, now: 5 }));
  expect(getProposal(one.db, one.proposalId).state).toBe('deployed');
  expect(codeOf(() => cancelApproval(one.db, { approvalId: b.id, actor: APPROVER, now: 6 }))).toBe('ALREADY_DONE');
});

it('rejects and requests changes only with a reason, which is kept for the agent', () => {
  const { db, proposalId } = openReviewWorld();
  const decide = (reason: string, actor = APPROVER) => write(db, (tx) => markChangesRequested(tx, { proposalId, reason, actor, now: 1 }));
  expect(codeOf(() => decide('  '))).toBe('BAD_INPUT');
  expect(codeOf(() => decide('hold longer', OPERATOR))).toBe('NOT_ALLOWED');
  expect(decide('hold positions for 10 days')).toMatchObject({ state: 'superseded', feedback: 'hold positions for 10 days' });
  expect(codeOf(() => write(db, (tx) => markRejected(tx, { proposalId, reason: 'no', actor: APPROVER, now: 2 })))).toBe('BAD_INPUT');
  expect(codeOf(() => write(db, (tx) => markRejected(tx, { proposalId, reason: 'not this', actor: APPROVER, now: 2 })))).toBe('ILLEGAL_TRANSITION');
});
