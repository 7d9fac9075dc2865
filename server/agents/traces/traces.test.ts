import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { EventRow } from '@/server/audit/events';
import type { AuditRow } from '@/server/audit/list-audit';
import { rootDir } from '@/server/db/client';
import type { ProposalRow } from '@/server/review/types';
import type { AttemptRow } from '../open-run';
import { exportOrchestration, type TraceSource } from './export-orchestration';
import { exportOtlp } from './export-otlp';
import { checkTraceRules, traceSchema } from './orchestration-trace';

const proposal: ProposalRow = {
  id: 'pro_1', bookId: 'bok_1', incidentId: 'inc_1', autopsyId: 'aut_1', packageId: 'pkg_1', baseCommit: 'c', provider: 'search', model: null, state: 'verified', revision: 1, maxAttempts: 5, attemptId: 'att_1', feedback: null, parentId: null, error: null, createdBy: 'Ada', createdAt: 1000, updatedAt: 2000, roundId: null, explore: 0, supersededBy: null,
};
const golden = resolve(rootDir(), process.env.OOMRL_SHARED ?? '../shared', 'golden/orchestration_trace.schema.json');

const step = fc.record({ kind: fc.constantFrom('message', 'tool_call', 'tool_result', 'decision', 'gate', 'stop', 'attempt', 'proposal.state'), tool: fc.constantFrom('model', 'simulate', 'stdaw_verify'), role: fc.constantFrom('user', 'assistant'), status: fc.constantFrom('pass', 'fail', 'error'), ms: fc.nat(5000), tokens: fc.nat(100) });
/** Runs as they may be stored: whatever happened in any order, events lost, the clock set back. */
const runs = fc.tuple(fc.array(fc.array(step, { maxLength: 12 }), { minLength: 1, maxLength: 4 }), fc.array(fc.nat(50), { maxLength: 5 }), fc.integer({ min: -9, max: 9 })).map(([attempts, dropped, jump]): EventRow[] => {
  let id = 0;
  let at = 1000;
  const row = (n: number, kind: string, payload: Record<string, unknown>, tokens = 0): EventRow => ({ id: ++id, at: (at += id % 5 === 0 ? jump : 7), kind, bookId: 'bok_1', traceId: 'pro_1', spanId: null, parentSpanId: `att_${n}`, payload, inputTokens: tokens, outputTokens: tokens, costMicros: 0, durationMs: 3 });
  const rows = attempts.flatMap((steps, n) => [row(n, 'spawn', { model: null }), ...steps.map((s) => row(n, s.kind, { tool: s.tool, role: s.role, status: s.status, name: 'tests', code: 'TEST_FAILED', decision: s.status === 'pass' ? 'propose' : 'retry', state: 'verified', text: 'x', ...(s.tokens > 90 ? { human: 'Ada' } : {}) }, s.tokens))]);
  return rows.filter((_, i) => !dropped.includes(i));
});
const act: AuditRow = { seq: 4, at: 1020, actorKind: 'person', actorId: 'usr_1', actorName: 'Ada', action: 'proposal.approve', entity: 'pro_1', detail: {}, prevHash: 'a', hash: 'b' };
const source = (rows: readonly EventRow[], attempts: readonly AttemptRow[] = []): TraceSource => ({ proposal, attempts, rows, acts: [act] });

it('a hundred mutated runs agree with the schema and with the rules it cannot state', () => {
  fc.assert(
    fc.property(runs, (rows) => {
      const trace = exportOrchestration(source(rows));
      expect(traceSchema.safeParse(trace).success).toBe(true);
      expect(checkTraceRules(trace)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

it.skipIf(!existsSync(golden))(`the published JSON schema accepts them${existsSync(golden) ? '' : ' (skipped: no shared data here)'}`, () => {
  const published = z.fromJSONSchema(JSON.parse(readFileSync(golden, 'utf8')) as Parameters<typeof z.fromJSONSchema>[0]);
  fc.assert(fc.property(runs, (rows) => published.safeParse(exportOrchestration(source(rows))).success), { numRuns: 50 });
});

it('the rule check finds what is wrong', () => {
  const trace = exportOrchestration(source(fc.sample(runs, { numRuns: 1, seed: 3 })[0]!));
  const broken = { ...trace, events: [...trace.events, { id: 'e1', t: 0, type: 'tool_result' as const, agent: 'agent/nobody' }, { id: 'e1', t: 0, type: 'message' as const, agent: 'x' }], edges: [...trace.edges, { src: 'e1', dst: 'nowhere', type: 'temporal' as const }, { src: 'e1', dst: 'e1', type: 'causal' as const }] };
  const problems = checkTraceRules(broken).join('\n');
  for (const words of ['not unique', 'names no event', 'before it was spawned', 'depends on no call', 'form a circle']) expect(problems).toContain(words);
});

it('OTLP: hex ids, times as strings, parents that exist, both attribute families', () => {
  fc.assert(
    fc.property(runs.filter((rows) => rows.length > 0), (rows) => {
      const attempts = [...new Set(rows.map((r) => r.parentSpanId!))].map((id, n) => ({ id, proposalId: 'pro_1', number: n + 1, status: 'failed' as const, diff: null, edits: [], rationale: null, verdict: null, verdictHash: null, gradient: null, inputTokens: 5, outputTokens: 7, cpuSeconds: 1, costMicros: 2, startedAt: 1000, endedAt: 1500 }));
      const { spans } = exportOtlp(source(rows, attempts)).resourceSpans[0]!.scopeSpans[0]!;
      const ids = new Set(spans.map((s) => s.spanId));
      for (const span of spans) {
        expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
        expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
        expect(span.startTimeUnixNano).toMatch(/^\d+$/);
        expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
        if (span.parentSpanId) expect(ids.has(span.parentSpanId)).toBe(true);
      }
      expect(JSON.stringify(spans)).toContain('"intValue":"5"');
      expect(JSON.stringify(spans)).toContain('openinference.span.kind');
    }),
    { numRuns: 50 },
  );
});

it('a proposal that has not begun has a trace, and what people did stands in it with the hash of its audit row', () => {
  const empty = exportOrchestration({ proposal, attempts: [], rows: [], acts: [] });
  expect(empty.events).toMatchObject([{ type: 'orchestrator_decision', sub_decision: 'spawn' }]);
  expect(checkTraceRules(empty)).toEqual([]);
  const { events } = exportOrchestration(source([]));
  expect(events).toMatchObject([{ id: 'audit_4', type: 'human_intervention', agent: 'person/Ada', action: 'proposal.approve', content_sha256: 'b' }]);
});
