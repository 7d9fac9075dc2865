import type { EventRow } from '@/server/audit/events';
import { sha256Hex } from '@/server/audit/canonical-json';
import type { TraceSource } from './export-orchestration';

type Value = string | number | boolean;
interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string; readonly doubleValue?: number; readonly boolValue?: boolean };
}
interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 1;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly SpanEvent[];
  readonly status: { readonly code: 0 | 1 | 2; readonly message?: string };
}
export interface OtlpTrace {
  readonly resourceSpans: readonly { readonly resource: { readonly attributes: readonly Attribute[] }; readonly scopeSpans: readonly { readonly scope: { readonly name: string; readonly version: string }; readonly spans: readonly Span[] }[] }[];
}

/** The GenAI conventions are in development: the version these names are from is part of the export. */
const SEMCONV = 'gen-ai development 2026-11';
const nanos = (ms: number): string => (BigInt(Math.round(ms * 1000)) * 1000n).toString();
const spanId = (id: string): string => sha256Hex(id).slice(0, 16);

function attributes(values: Record<string, Value | null | undefined>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]): Attribute[] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  });
}

/** A proposal as OTLP-JSON with OTel GenAI and OpenInference attributes: workflow → attempts → model calls and tools. */
export function exportOtlp({ proposal, attempts, rows, acts }: TraceSource): OtlpTrace {
  const traceId = sha256Hex(proposal.id).slice(0, 32);
  const end = Math.max(proposal.updatedAt, proposal.createdAt, ...rows.slice(-1).map((r) => r.at));
  const span = (id: string, parent: string | null, name: string, from: number, to: number, values: Record<string, Value | null | undefined>, failed: string | null = null, events: readonly SpanEvent[] = []): Span => ({
    traceId, spanId: spanId(id), ...(parent ? { parentSpanId: spanId(parent) } : {}), name, kind: 1, startTimeUnixNano: nanos(from), endTimeUnixNano: nanos(Math.max(from, to)),
    attributes: attributes(values), events, status: failed === null ? { code: 1 } : { code: 2, message: failed },
  });
  const common = { 'gen_ai.provider.name': proposal.provider, 'gen_ai.request.model': proposal.model, 'gen_ai.conversation.id': proposal.id };
  const spans = [
    span(proposal.id, null, `invoke_workflow ${proposal.provider}`, proposal.createdAt, end, { ...common, 'gen_ai.operation.name': 'invoke_workflow', 'openinference.span.kind': 'CHAIN', 'oomrl.autopsy.id': proposal.autopsyId }, proposal.state === 'failed' || proposal.state === 'exhausted' ? (proposal.error ?? proposal.state) : null, [...acts.map(actEvent), ...rows.flatMap(decisionEvent)]),
    ...attempts.map((a) =>
      span(a.id, proposal.id, `invoke_agent ${proposal.provider}`, a.startedAt, a.endedAt ?? end, {
        ...common, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.id': a.id, 'gen_ai.agent.name': proposal.provider, 'openinference.span.kind': 'AGENT', 'gen_ai.usage.input_tokens': a.inputTokens, 'gen_ai.usage.output_tokens': a.outputTokens,
        'llm.token_count.prompt': a.inputTokens, 'llm.token_count.completion': a.outputTokens, 'llm.token_count.total': a.inputTokens + a.outputTokens, 'oomrl.attempt.number': a.number, 'oomrl.verdict.status': a.verdict?.status,
      }, a.status === 'passed' || a.endedAt === null ? null : (a.gradient?.code ?? a.status)),
    ),
    ...rows.flatMap((row) => eventSpan(row, span, common)),
  ];
  return { resourceSpans: [{ resource: { attributes: attributes({ 'service.name': 'oomrl-console', 'oomrl.semconv': SEMCONV }) }, scopeSpans: [{ scope: { name: 'oomrl.agents', version: '1' }, spans }] }] };
}

/** Human acts and decisions of the console are moments of the workflow, not spans. */
const actEvent = (act: TraceSource['acts'][number]): SpanEvent => ({ timeUnixNano: nanos(act.at), name: 'human_intervention', attributes: attributes({ 'user.id': act.actorId, 'user.name': act.actorName, 'oomrl.audit.action': act.action, 'oomrl.audit.hash': act.hash }) });
const decisionEvent = (row: EventRow): SpanEvent[] => (row.kind === 'decision' || row.kind === 'stop' ? [{ timeUnixNano: nanos(row.at), name: 'plan', attributes: attributes({ 'oomrl.decision': String(row.payload.decision), 'oomrl.attempt.id': row.parentSpanId }) }] : []);

type MakeSpan = (id: string, parent: string | null, name: string, from: number, to: number, values: Record<string, Value | null | undefined>, failed?: string | null) => Span;

/** Answers of a model and results of tools end a span that began `durationMs` before. */
function eventSpan(row: EventRow, span: MakeSpan, common: Record<string, Value | null>): Span[] {
  const from = row.at - (row.durationMs ?? 0);
  const tool = typeof row.payload.tool === 'string' ? row.payload.tool : null;
  if (row.kind === 'message' && row.payload.role === 'assistant' && (row.inputTokens || row.outputTokens)) {
    return [span(`evt_${row.id}`, row.parentSpanId, 'chat', from, row.at, { ...common, 'gen_ai.operation.name': 'chat', 'openinference.span.kind': 'LLM', 'gen_ai.usage.input_tokens': row.inputTokens, 'gen_ai.usage.output_tokens': row.outputTokens, 'llm.token_count.prompt': row.inputTokens, 'llm.token_count.completion': row.outputTokens })];
  }
  if (row.kind === 'tool_result' && tool) {
    const failed = row.payload.isError === true || row.payload.fault !== undefined ? String(row.payload.text ?? 'error').slice(0, 200) : null;
    return [span(`evt_${row.id}`, row.parentSpanId, `execute_tool ${tool}`, from, row.at, { ...common, 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'gen_ai.tool.call.id': `evt_${row.id}`, 'openinference.span.kind': tool === 'stdaw_verify' ? 'EVALUATOR' : 'TOOL' }, failed)];
  }
  if (row.kind === 'gate' && (row.payload.status === 'fail' || row.payload.status === 'error')) {
    return [span(`evt_${row.id}`, row.parentSpanId, `guardrail ${String(row.payload.name)}`, from, row.at, { ...common, 'openinference.span.kind': 'GUARDRAIL', 'oomrl.gate.code': String(row.payload.code) }, String(row.payload.detail ?? '').slice(0, 200))];
  }
  return [];
}
