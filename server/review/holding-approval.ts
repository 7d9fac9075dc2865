import { and, eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { approvals } from '@/server/db/schema';
import type { ApprovalRow } from './types';

/** The approval of a proposal that is on hold now, or null. */
export function holdingApproval(db: DbOrTx, proposalId: string): ApprovalRow | null {
  return db.select().from(approvals).where(and(eq(approvals.proposalId, proposalId), eq(approvals.status, 'holding'))).get() ?? null;
}

/** @throws AppError NOT_FOUND */
export function getApproval(db: DbOrTx, approvalId: string): ApprovalRow {
  const row = db.select().from(approvals).where(eq(approvals.id, approvalId)).get();
  if (!row) throw new AppError('NOT_FOUND', `Approval ${approvalId} does not exist.`, { approvalId });
  return row;
}
