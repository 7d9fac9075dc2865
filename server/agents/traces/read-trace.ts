import { listEventsAfter } from '@/server/audit/events';
import { listAudit } from '@/server/audit/list-audit';
import { type ThreadRecord, threadRecord } from '@/server/autopsy/thread/read-thread';
import type { DbOrTx } from '@/server/db/client';
import { getProposal } from '@/server/review/load-verified';
import { listAttempts } from '../open-run';
import { exportOrchestration } from './export-orchestration';
import { exportOtlp, type OtlpTrace } from './export-otlp';
import type { OrchestrationTrace } from './orchestration-trace';

const MAX_EVENTS = 20_000;
const MAX_ACTS = 1_000;

export const TRACE_FORMATS = ['orchestration', 'otlp', 'deliberation'] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/**
 * The trace of a proposal in a format others read: what was stored of the run, and what people did to it; or the thread of its
 * incident, whose hash the signature's audit row names. @throws AppError NOT_FOUND
 */
export function readTrace(db: DbOrTx, proposalId: string, format: TraceFormat): OrchestrationTrace | OtlpTrace | ThreadRecord {
  const proposal = getProposal(db, proposalId);
  if (format === 'deliberation') return threadRecord(db, proposal.incidentId);
  const source = {
    proposal,
    attempts: listAttempts(db, proposalId),
    rows: listEventsAfter(db, { afterId: 0, traceId: proposalId, limit: MAX_EVENTS }),
    acts: listAudit(db, { entity: proposalId, limit: MAX_ACTS }).filter((row) => row.actorKind === 'person').reverse(),
  };
  return format === 'otlp' ? exportOtlp(source) : exportOrchestration(source);
}
