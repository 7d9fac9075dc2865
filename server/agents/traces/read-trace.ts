import { listEventsAfter } from '@/server/audit/events';
import type { DbOrTx } from '@/server/db/client';
import { getProposal } from '@/server/review/load-verified';
import { listAttempts } from '../open-run';
import { exportOrchestration } from './export-orchestration';
import { exportOtlp, type OtlpTrace } from './export-otlp';
import type { OrchestrationTrace } from './orchestration-trace';

const MAX_EVENTS = 20_000;

/** The trace of a proposal in a format others read. @throws AppError NOT_FOUND */
export function readTrace(db: DbOrTx, proposalId: string, format: 'orchestration' | 'otlp'): OrchestrationTrace | OtlpTrace {
  const proposal = getProposal(db, proposalId);
  const rows = listEventsAfter(db, { afterId: 0, traceId: proposalId, limit: MAX_EVENTS });
  const attempts = listAttempts(db, proposalId);
  return format === 'otlp' ? exportOtlp(proposal, attempts, rows) : exportOrchestration(proposal, attempts, rows);
}
