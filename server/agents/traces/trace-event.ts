import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import type { EventRow } from '@/server/audit/events';
import type { AuditRow } from '@/server/audit/list-audit';
import type { ProposalState } from '@/server/contracts/proposal';
import type { ProposalRow } from '@/server/review/types';
import type { OrchestrationTrace } from './orchestration-trace';

export type TraceEvent = OrchestrationTrace['events'][number];
/** An event before its place on the trace's clock is known; `at` in epoch ms, `heard`: ids of earlier messages that went into it. */
export type Timed = Omit<TraceEvent, 't'> & Pick<TraceEvent, 'id' | 'type' | 'agent'> & { readonly tool?: string; readonly at: number; readonly heard?: readonly string[] };

const ENDS: readonly ProposalState[] = ['verified', 'exhausted', 'failed', 'stopped', 'deployed', 'rejected', 'superseded'];

/** A stored event as one of the schema's; none for those that only redraw the screen. */
export function toTraceEvent(row: EventRow, proposal: ProposalRow): Timed[] {
  const { payload } = row;
  const agent = `agent/${row.parentSpanId ?? proposal.id}`;
  const base = { id: `evt_${row.id}`, at: row.at, content_sha256: sha256Hex(canonicalJson(payload)), ...usageOf(row) };
  const tool = typeof payload.tool === 'string' ? { tool: payload.tool } : {};
  switch (row.kind) {
    case 'spawn':
      return [{ ...base, type: 'spawn', agent: 'console', to: agent, model: payload.model ?? proposal.provider }];
    case 'message':
      return payload.role === 'user' ? [{ ...base, type: 'message', agent: 'console', from: 'console', to: agent, role: 'user', trusted: true }] : [{ ...base, type: 'message', agent, from: agent, to: 'console', role: 'assistant', trusted: false }];
    case 'tool_call':
      return [{ ...base, ...tool, type: 'tool_call', agent }];
    case 'tool_result':
      return [{ ...base, ...tool, type: 'tool_result', agent, attempt: row.parentSpanId }];
    case 'decision':
      // What an agent proposes is its return; what follows from a gradient is the console's decision.
      if (payload.decision === 'propose') return [{ ...base, type: 'return', agent, from: agent, to: 'console', trusted: false }];
      return [{ ...base, type: 'orchestrator_decision', agent: 'console', decision: payload.decision, sub_decision: payload.decision === 'retry' ? 'delegate' : 'communicate' }];
    case 'stop':
      return [{ ...base, type: payload.human ? 'human_intervention' : 'orchestrator_decision', agent: payload.human ? `person/${String(payload.human)}` : 'console', decision: 'stop', sub_decision: 'stop' }];
    case 'gate':
      return payload.status === 'fail' || payload.status === 'error' ? [{ ...base, type: 'safety_event', agent: 'stdaw', attempt: row.parentSpanId, gate: payload.name, code: payload.code }] : [];
    case 'proposal.state':
      return [{ ...base, type: 'orchestrator_decision', agent: 'console', decision: payload.state, sub_decision: ENDS.includes(payload.state as ProposalState) ? 'stop' : 'delegate' }];
    default:
      return [];
  }
}

/** A person's row of the audit log: it carries the row's own hash, so that the trace can be checked against the chain. */
export const toActEvent = (row: AuditRow): Timed => ({ id: `audit_${row.seq}`, at: row.at, type: 'human_intervention', agent: `person/${row.actorName}`, action: row.action, content_sha256: row.hash, trusted: true });

export const usageOf = (row: EventRow): Record<string, unknown> => ({
  ...(row.inputTokens || row.outputTokens ? { usage: { input_tokens: row.inputTokens ?? 0, output_tokens: row.outputTokens ?? 0 } } : {}),
  ...(row.costMicros ? { cost: row.costMicros / 1e6 } : {}),
});
