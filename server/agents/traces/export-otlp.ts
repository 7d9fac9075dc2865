import type { EventRow } from '@/server/audit/events';
import type { TraceSource } from './export-orchestration';
import { attributes, collectOtlp, makeSpan, nanos, type OtlpTrace, type Span, type SpanEvent, type SpanInput, type Value } from './otlp';

/** A proposal as OTLP-JSON with OTel GenAI and OpenInference attributes: workflow → attempts → model calls and tools. */
export const exportOtlp = (source: TraceSource): OtlpTrace => collectOtlp(proposalSpans(source));

/** Spans of a proposal in one walk over its events: model calls, tools and gates, then the attempts, then the workflow around them. */
export function* proposalSpans({ proposal, attempts, rows, acts }: TraceSource): Generator<Span> {
  const common = { 'gen_ai.provider.name': proposal.provider, 'gen_ai.request.model': proposal.model, 'gen_ai.conversation.id': proposal.id };
  const span = (input: SpanInput): Span => makeSpan(proposal.id, input);
  const decisions: SpanEvent[] = [];
  let end = Math.max(proposal.updatedAt, proposal.createdAt);
  for (const row of rows) {
    end = Math.max(end, row.at);
    decisions.push(...decisionEvent(row));
    const input = eventSpan(row, common);
    if (input) yield span(input);
  }
  for (const a of attempts) {
    yield span({
      id: a.id, parent: proposal.id, name: `invoke_agent ${proposal.provider}`, from: a.startedAt, to: a.endedAt ?? end,
      values: {
        ...common, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.id': a.id, 'gen_ai.agent.name': proposal.provider, 'openinference.span.kind': 'AGENT', 'gen_ai.usage.input_tokens': a.inputTokens, 'gen_ai.usage.output_tokens': a.outputTokens,
        'llm.token_count.prompt': a.inputTokens, 'llm.token_count.completion': a.outputTokens, 'llm.token_count.total': a.inputTokens + a.outputTokens, 'oomrl.attempt.number': a.number, 'oomrl.verdict.status': a.verdict?.status,
      },
      failed: a.status === 'passed' || a.endedAt === null ? null : (a.gradient?.code ?? a.status),
    });
  }
  yield span({
    id: proposal.id, parent: null, name: `invoke_workflow ${proposal.provider}`, from: proposal.createdAt, to: end,
    values: { ...common, 'gen_ai.operation.name': 'invoke_workflow', 'openinference.span.kind': 'CHAIN', 'oomrl.autopsy.id': proposal.autopsyId },
    failed: proposal.state === 'failed' || proposal.state === 'exhausted' ? (proposal.error ?? proposal.state) : null,
    events: [...acts.map(actEvent), ...decisions],
  });
}

/** Human acts and decisions of the console are moments of the workflow, not spans. */
const actEvent = (act: TraceSource['acts'][number]): SpanEvent => ({ timeUnixNano: nanos(act.at), name: 'human_intervention', attributes: attributes({ 'user.id': act.actorId, 'user.name': act.actorName, 'oomrl.audit.action': act.action, 'oomrl.audit.hash': act.hash }) });
const decisionEvent = (row: EventRow): SpanEvent[] => (row.kind === 'decision' || row.kind === 'stop' ? [{ timeUnixNano: nanos(row.at), name: 'plan', attributes: attributes({ 'oomrl.decision': String(row.payload.decision), 'oomrl.attempt.id': row.parentSpanId }) }] : []);

/** Answers of a model and results of tools end a span that began `durationMs` before. */
function eventSpan(row: EventRow, common: Record<string, Value | null>): SpanInput | null {
  const place = { id: `evt_${row.id}`, parent: row.parentSpanId, from: row.at - (row.durationMs ?? 0), to: row.at };
  const tool = typeof row.payload.tool === 'string' ? row.payload.tool : null;
  if (row.kind === 'message' && row.payload.role === 'assistant' && (row.inputTokens || row.outputTokens)) {
    return { ...place, name: 'chat', values: { ...common, ...chatValues(row) } };
  }
  if (row.kind === 'tool_result' && tool) {
    const failed = row.payload.isError === true || row.payload.fault !== undefined ? String(row.payload.text ?? 'error').slice(0, 200) : null;
    return { ...place, name: `execute_tool ${tool}`, failed, values: { ...common, 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'gen_ai.tool.call.id': `evt_${row.id}`, 'openinference.span.kind': tool === 'stdaw_verify' ? 'EVALUATOR' : 'TOOL' } };
  }
  if (row.kind === 'gate' && (row.payload.status === 'fail' || row.payload.status === 'error')) {
    return { ...place, name: `guardrail ${String(row.payload.name)}`, failed: String(row.payload.detail ?? '').slice(0, 200), values: { ...common, 'openinference.span.kind': 'GUARDRAIL', 'oomrl.gate.code': String(row.payload.code) } };
  }
  return null;
}

/** Attributes of one model call in both families. */
export const chatValues = (row: Pick<EventRow, 'inputTokens' | 'outputTokens'>): Record<string, Value | null> => ({
  'gen_ai.operation.name': 'chat', 'openinference.span.kind': 'LLM', 'gen_ai.usage.input_tokens': row.inputTokens, 'gen_ai.usage.output_tokens': row.outputTokens, 'llm.token_count.prompt': row.inputTokens, 'llm.token_count.completion': row.outputTokens,
});
