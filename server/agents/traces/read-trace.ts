import { listAudit } from '@/server/audit/list-audit';
import { threadRecord } from '@/server/autopsy/thread/read-thread';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { getProposal } from '@/server/review/load-verified';
import { listAttempts } from '../open-run';
import { eachEvent } from './each-event';
import { proposalDocument, type TraceSource } from './export-orchestration';
import { proposalSpans } from './export-otlp';
import { importedDocument, importedSpans } from './imported-document';
import { getImportedRun, isImportedTrace } from './imported-run';
import { streamOtlp } from './otlp';
import { collectPage, streamTrace, type TracePage } from './trace-document';

const MAX_ACTS = 1_000;
/** Characters of one piece of a written trace. */
const PIECE = 64 * 1024;

export const TRACE_FORMATS = ['orchestration', 'otlp', 'deliberation'] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** Events of one page. */
export const MAX_EVENTS = 20_000;

/** The events of a proposal and what people did to it, page by page, in memory. @throws AppError NOT_FOUND, BAD_INPUT (a cursor that is none) */
export const readTracePage = (db: DbOrTx, proposalId: string, page: { after: string | null; limit: number }): TracePage => collectPage(proposalDocument(sourceOf(db, proposalId, eachEvent(db, proposalId))), page);

/**
 * A trace as JSON text in a format others read, in pieces of about 64 KB, however long it is: of a proposal (`pro_…`) what was
 * stored of the run and what people did to it, or the thread of its incident, whose hash the signature's audit row names; of an
 * imported run (`qp_…`) its model calls. @throws AppError NOT_FOUND, BAD_INPUT (a format the trace does not have)
 */
export function writeTrace(db: DbOrTx, traceId: string, format: TraceFormat): Iterable<string> {
  return inPieces(partsOf(db, traceId, format));
}

function partsOf(db: DbOrTx, traceId: string, format: TraceFormat): Iterable<string> {
  if (isImportedTrace(traceId)) {
    const run = getImportedRun(db, traceId);
    if (format === 'deliberation') throw new AppError('BAD_INPUT', 'format: value is "deliberation"; an imported run has no thread; allowed: orchestration, otlp.');
    return format === 'otlp' ? streamOtlp(importedSpans(db, run)) : streamTrace(importedDocument(db, run));
  }
  if (format === 'deliberation') return [JSON.stringify(threadRecord(db, getProposal(db, traceId).incidentId))];
  const source = sourceOf(db, traceId, eachEvent(db, traceId));
  return format === 'otlp' ? streamOtlp(proposalSpans(source)) : streamTrace(proposalDocument(source));
}

const sourceOf = (db: DbOrTx, proposalId: string, rows: TraceSource['rows']): TraceSource => ({
  proposal: getProposal(db, proposalId),
  attempts: listAttempts(db, proposalId),
  rows,
  acts: listAudit(db, { entity: proposalId, limit: MAX_ACTS }).filter((row) => row.actorKind === 'person'),
});

/** Few large pieces instead of many small ones; a newline at the end. */
function* inPieces(parts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n`;
}
