import { sha256Hex } from '@/server/audit/canonical-json';

export type Value = string | number | boolean;
interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string; readonly doubleValue?: number; readonly boolValue?: boolean };
}
export interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}
export interface Span {
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
export const nanos = (ms: number): string => (BigInt(Math.round(ms * 1000)) * 1000n).toString();
const spanId = (id: string): string => sha256Hex(id).slice(0, 16);

export function attributes(values: Record<string, Value | null | undefined>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]): Attribute[] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  });
}

export interface SpanInput {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly values: Record<string, Value | null | undefined>;
  /** Why it failed; null or absent: it did not. */
  readonly failed?: string | null;
  readonly events?: readonly SpanEvent[];
}

/** A span of the trace of `root`; ids of both kinds are hashes of ours. */
export const makeSpan = (root: string, { id, parent, name, from, to, values, failed = null, events = [] }: SpanInput): Span => ({
  traceId: sha256Hex(root).slice(0, 32), spanId: spanId(id), ...(parent === null ? {} : { parentSpanId: spanId(parent) }), name, kind: 1, startTimeUnixNano: nanos(from), endTimeUnixNano: nanos(Math.max(from, to)),
  attributes: attributes(values), events, status: failed === null ? { code: 1 } : { code: 2, message: failed },
});

const RESOURCE = { attributes: attributes({ 'service.name': 'oomrl-console', 'oomrl.semconv': SEMCONV }) };
const SCOPE = { name: 'oomrl.agents', version: '1' };

/** All spans in one document. */
export const collectOtlp = (spans: Iterable<Span>): OtlpTrace => ({ resourceSpans: [{ resource: RESOURCE, scopeSpans: [{ scope: SCOPE, spans: [...spans] }] }] });

/** The same document as JSON text, span by span. */
export function* streamOtlp(spans: Iterable<Span>): Generator<string> {
  yield `{"resourceSpans":[{"resource":${JSON.stringify(RESOURCE)},"scopeSpans":[{"scope":${JSON.stringify(SCOPE)},"spans":[`;
  let comma = '';
  for (const span of spans) {
    yield comma + JSON.stringify(span);
    comma = ',';
  }
  yield ']}]}]}';
}
