import { makeUnifiedDiff } from '@/server/stdaw';
import { NO_USAGE } from './capital/spend';
import type { AgentDraft, AgentProvider } from './port';
import { draftBySearch } from './search/search-draft';

/** Simulations one attempt may run; the CPU seconds they burn are booked. */
const MAX_EVALUATIONS = 20;
const CPU_ESTIMATE = 30;

/** The offline agent: no key, no model, no network. */
export const searchProvider: AgentProvider = {
  name: 'search',
  draft(task, tools): Promise<AgentDraft> {
    return tools.pay('search', { ...NO_USAGE, cpuSeconds: CPU_ESTIMATE }, async () => {
      const { base, autopsy } = task;
      tools.trace('message', { role: 'user', text: autopsy.mandate, feedback: task.feedback });
      const draft = await draftBySearch({
        language: base.manifest.language, sources: base.sources, entry: base.manifest.entry, frozen: base.manifest.frozen, autopsy, feedback: task.feedback, past: task.past, seed: task.seed, explore: task.explore,
        evaluator: task.evaluator, maxEvaluations: MAX_EVALUATIONS, signal: tools.signal,
        onNote: (text, data) => {
          if (!text.startsWith('Simulated ')) return tools.trace('message', { role: 'assistant', text, ...(data ? { data } : {}) });
          tools.trace('tool_call', { tool: 'simulate', text });
          tools.trace('tool_result', { tool: 'simulate', text, ...(data ? { data } : {}) });
        },
      });
      return { diff: makeUnifiedDiff(base.sources, draft.files), edits: draft.edits, rationale: draft.rationale };
    });
  },
};
