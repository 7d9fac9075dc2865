import { z } from 'zod';
import { getProposal } from '@/server/review/load-verified';
import { listAttempts } from '../../open-run';
import { MAX_EVENTS, readTracePage } from '../../traces/read-trace';
import { defineTool } from '../tool';
import { verdictForAgent } from '../verdict-for-agent';

/** Where a proposal stands and what happened. */
export const traceGet = defineTool({
  name: 'trace_get',
  title: 'Read the trace of a proposal',
  description: 'State of a proposal, the gates and the semantic gradient of each attempt, and the orchestration trace of the run, in pages: while cursor is not null, call again with after = cursor for the events that are left.',
  input: z.strictObject({
    proposal: z.string().describe('Id of a proposal (pro_…)'),
    trace: z.boolean().default(true).describe('Include the orchestration trace'),
    after: z.string().max(200).optional().describe('Cursor of the page before: only events after it'),
    limit: z.int().min(1).max(MAX_EVENTS).default(MAX_EVENTS).describe('Most events of this page'),
  }),
  readOnly: true,
  call({ proposal, trace, after, limit }, { db }) {
    const { id, state, error, autopsyId, bookId, provider, feedback } = getProposal(db, proposal);
    const page = trace ? readTracePage(db, id, { after: after ?? null, limit }) : null;
    return {
      proposal: { id, state, error, autopsyId, bookId, provider, feedback },
      attempts: listAttempts(db, id).map((a) => ({ number: a.number, status: a.status, rationale: a.rationale, verdict: a.verdict ? verdictForAgent(a.verdict) : null })),
      ...(page ? { trace: page.trace, cursor: page.next, eventsLeft: page.left } : {}),
    };
  },
});
