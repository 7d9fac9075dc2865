import { z } from 'zod';
import { proposePatch as putProposal } from '../propose-patch';
import { defineTool } from '../tool';

/** The one tool that writes, and only into the queue in front of the gates and of a person. */
export const proposePatch = defineTool({
  name: 'propose_patch',
  title: 'Propose a patch',
  description: 'Hands a unified diff in for a signed autopsy. The console verifies it with every gate; when all pass, a person decides. Nothing is approved or deployed here. Follow it with trace_get.',
  input: z.strictObject({
    autopsy: z.string().describe('Id of the signed autopsy it answers'),
    patch: z.string().min(1).max(2_000_000).describe('Unified diff against the version the book runs'),
    rationale: z.string().max(20_000).default('').describe('What it changes and why, for the reviewer'),
  }),
  readOnly: false,
  call({ autopsy, patch, rationale }, { db, actor, now }) {
    const { id, state, bookId } = putProposal(db, { autopsyId: autopsy, diff: patch, rationale, actor, now: now() });
    return { proposal: id, state, book: bookId, next: 'The engine of the console verifies it now; trace_get tells the verdict. A person decides about it in the console.' };
  },
});
