import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AstEdit } from '../../contracts/ast-edit';
import { PROPOSAL_STATES, PROVIDER_NAMES } from '../../contracts/proposal';
import type { SemanticGradient, Verdict } from '../../contracts/verdict';
import { autopsies } from './autopsies';
import { epochMs, json } from './columns';

export const proposals = sqliteTable(
  'proposals',
  {
    id: text('id').primaryKey(),
    bookId: text('book_id').notNull(),
    incidentId: text('incident_id').notNull(),
    autopsyId: text('autopsy_id').notNull().references(() => autopsies.id),
    packageId: text('package_id').notNull(),
    /** Commit the diff applies to. */
    baseCommit: text('base_commit').notNull(),
    provider: text('provider', { enum: PROVIDER_NAMES }).notNull(),
    model: text('model'),
    state: text('state', { enum: PROPOSAL_STATES }).notNull(),
    revision: integer('revision').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull(),
    /** Set when an attempt passed: the attempt that goes to review. */
    attemptId: text('attempt_id'),
    /** Why it was rejected or must change; goes back to the agent. */
    feedback: text('feedback'),
    /** Proposal this one continues after request-changes. */
    parentId: text('parent_id'),
    /** Candidates that were started together share it: the id of the first of them. */
    roundId: text('round_id'),
    /** Number within the round: how far the agent looks away from its first idea (0 = not at all). */
    explore: integer('explore').notNull().default(0),
    /** Candidate of the same round that a reviewer picked instead. */
    supersededBy: text('superseded_by'),
    error: text('error'),
    createdBy: text('created_by').notNull(),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (t) => [index('proposals_book').on(t.bookId, t.createdAt)],
);

export const attempts = sqliteTable(
  'attempts',
  {
    id: text('id').primaryKey(),
    proposalId: text('proposal_id').notNull().references(() => proposals.id),
    number: integer('number').notNull(),
    status: text('status', { enum: ['drafting', 'verifying', 'passed', 'failed', 'error'] }).notNull(),
    diff: text('diff'),
    edits: json<AstEdit[]>('edits').notNull(),
    /** What the agent said about it: plain text, untrusted. */
    rationale: text('rationale'),
    verdict: json<Verdict>('verdict'),
    verdictHash: text('verdict_hash'),
    gradient: json<SemanticGradient>('gradient'),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    cpuSeconds: real('cpu_seconds').notNull().default(0),
    /** Price of the attempt in micro-units of the account's currency (1e-6). */
    costMicros: integer('cost_micros').notNull().default(0),
    startedAt: epochMs('started_at').notNull(),
    endedAt: epochMs('ended_at'),
  },
  (t) => [uniqueIndex('attempts_number').on(t.proposalId, t.number)],
);

/** Approval binds a person's decision to the hash of exactly what will be deployed (DESIGN §5.4). */
export const approvals = sqliteTable('approvals', {
  id: text('id').primaryKey(),
  proposalId: text('proposal_id').notNull().references(() => proposals.id),
  bookId: text('book_id').notNull(),
  /** sha256(base commit, normalised diff, tests hash, verdict hash, Sim2Real hash, autopsy id). */
  bindingHash: text('binding_hash').notNull(),
  status: text('status', { enum: ['holding', 'deployed', 'cancelled', 'expired'] }).notNull(),
  approverId: text('approver_id').notNull(),
  approverName: text('approver_name').notNull(),
  approvedAt: epochMs('approved_at').notNull(),
  /** Deployment starts when the hold is over and nobody cancelled. */
  holdUntil: epochMs('hold_until').notNull(),
  endedAt: epochMs('ended_at'),
  commit: text('commit'),
  note: text('note'),
});
