import { z } from 'zod';
import { getProposal } from '@/server/review/load-verified';
import { listAttempts } from '../../open-run';
import { readTrace } from '../../traces/read-trace';
import { defineTool } from '../tool';
import { verdictForAgent } from '../verdict-for-agent';

/** Where a proposal stands and what happened. */
export const traceGet = defineTool({
  name: 'trace_get',
  title: 'Read the trace of a proposal',
  description: 'State of a proposal, the gates and the semantic gradient of each attempt, and the orchestration trace of the run.',
  input: z.strictObject({ proposal: z.string().describe('Id of a proposal (pro_…)'), trace: z.boolean().default(true).describe('Include the orchestration trace') }),
  readOnly: true,
  call({ proposal, trace }, { db }) {
    const { id, state, error, autopsyId, bookId, provider, feedback } = getProposal(db, proposal);
    return {
      proposal: { id, state, error, autopsyId, bookId, provider, feedback },
      attempts: listAttempts(db, id).map((a) => ({ number: a.number, status: a.status, rationale: a.rationale, verdict: a.verdict ? verdictForAgent(a.verdict) : null })),
      ...(trace ? { trace: readTrace(db, id) } : {}),
    };
  },
});
