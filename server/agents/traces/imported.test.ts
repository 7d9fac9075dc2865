import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Actor } from '@/server/contracts/roles';
import { type Db, openTestDb, rootDir } from '@/server/db/client';
import { setPrices } from '../capital/prices';
import { importLlmTraces } from './import-llm-traces';
import { getImportedRun } from './imported-run';
import { listImportedRuns } from './list-imported-runs';
import { checkTraceRules, type OrchestrationTrace, traceSchema } from './orchestration-trace';
import type { OtlpTrace } from './otlp';
import type { LlmCall } from './read-llm-calls';
import { writeTrace } from './read-trace';

const ADA: Actor = { kind: 'person', id: 'usr_a', name: 'Ada', role: 'approver' };
const FEBRUARY = Date.UTC(2026, 1, 3, 9, 30);
const golden = resolve(rootDir(), process.env.OOMRL_SHARED ?? '../shared', 'golden/orchestration_trace.schema.json');

const call = (callId: string, over: Partial<LlmCall> = {}, payload: Record<string, unknown> = {}): LlmCall => {
  const base = { callId, runId: 'a1b2c3d4', file: 'f', workspace: 'CSI300', at: FEBRUARY, provider: 'openai', model: 'deepseek-chat', inputTokens: 1000, outputTokens: 200, durationMs: 2000, agent: 'bull', ...over } as const;
  return { ...base, payload: { role: 'assistant', source: 'quantpits', workspace: base.workspace, provider: base.provider, model: base.model, stage: 'synthesizer', participantRole: 'analyst', phase: 'open', success: true, error: null, inputs: [], text: 'sell', host: 'api.example.com', ...payload } };
};
const load = (db: Db, calls: readonly LlmCall[]) => importLlmTraces(db, { calls, name: 'CSI300', actor: ADA, now: FEBRUARY });
const json = <T>(db: Db, id: string, format: 'orchestration' | 'otlp'): T => JSON.parse([...writeTrace(db, id, format)].join('')) as T;

/** Runs as they may be stored: several agents, failures, missing tokens, calls that heard others, also ones that do not exist or come later. */
const runs = fc.array(
  fc.record({ agent: fc.constantFrom('bull', 'bear', 'judge', 'a b/ü', ''), at: fc.nat(100_000), ok: fc.boolean(), tokens: fc.option(fc.nat(5000)), model: fc.option(fc.constantFrom('m1', 'm2')), hears: fc.array(fc.nat(40), { maxLength: 4 }), phase: fc.option(fc.constant('open')) }),
  { minLength: 1, maxLength: 40 },
).map((calls) => calls.map((c, i) => call(`t${i}`, { agent: c.agent, at: FEBRUARY + c.at, inputTokens: c.tokens, model: c.model }, { success: c.ok, error: c.ok ? null : 'timeout', phase: c.phase, model: c.model, inputs: c.hears.map((n) => `t${n}`) })));

it('a hundred imported runs agree with the schema and with the rules it cannot state', () => {
  const published = existsSync(golden) ? z.fromJSONSchema(JSON.parse(readFileSync(golden, 'utf8')) as Parameters<typeof z.fromJSONSchema>[0]) : traceSchema;
  fc.assert(
    fc.property(runs, (calls) => {
      const db = openTestDb();
      load(db, calls);
      const trace = json<OrchestrationTrace>(db, 'qp_a1b2c3d4', 'orchestration');
      expect(traceSchema.safeParse(trace).success).toBe(true);
      expect(published.safeParse(trace).success).toBe(true);
      expect(checkTraceRules(trace)).toEqual([]);
      expect(trace.events.filter((e) => e.type !== 'spawn')).toHaveLength(calls.length);
      expect(trace.costs.tokens).toBe(calls.reduce((n, c) => n + (c.inputTokens ?? 0) + (c.outputTokens ?? 0), 0));
      const { spans } = json<OtlpTrace>(db, 'qp_a1b2c3d4', 'otlp').resourceSpans[0]!.scopeSpans[0]!;
      const ids = new Set(spans.map((s) => s.spanId));
      expect(ids.size).toBe(spans.length);
      for (const span of spans) if (span.parentSpanId) expect(ids.has(span.parentSpanId)).toBe(true);
      db.$client.close();
    }),
    { numRuns: 100 },
  );
}, 60_000);

it('who heard whom, what failed, what it cost; no text of a model leaves', () => {
  const db = openTestDb();
  setPrices(db, { prices: [{ provider: 'openai', model: 'deepseek-chat', from: '2026-01-01', inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 }], actor: ADA, now: 1 });
  load(db, [call('t1'), call('t2', { agent: 'bear', at: FEBRUARY + 1000 }, { inputs: ['t1'] }), call('t3', { agent: 'judge', at: FEBRUARY + 2000, model: 'other' }, { inputs: ['t1', 't2', 't9'], model: 'other', success: false, error: 'timeout' })]);
  const trace = json<OrchestrationTrace>(db, 'qp_a1b2c3d4', 'orchestration');
  expect(trace).toMatchObject({ task_id: 'CSI300', system: 'quantpits', topology: 'debate', costs: { tokens: 3600, money: 0.0028, wall_clock_s: 2 }, metrics: { calls: 3, failed_calls: 1, unpriced_calls: 1 } });
  expect(trace.events.map((e) => e.type)).toEqual(['spawn', 'message', 'spawn', 'message', 'spawn', 'safety_event']);
  expect(trace.edges.filter((e) => e.type === 'message')).toHaveLength(1);
  expect(JSON.stringify(trace)).not.toContain('sell');
  const text = [...writeTrace(db, 'qp_a1b2c3d4', 'otlp')].join('');
  expect(text).not.toContain('sell');
  expect(text).toContain('"api.example.com"');
  expect(() => [...writeTrace(db, 'qp_a1b2c3d4', 'deliberation')]).toThrow(/an imported run has no thread/);
  expect(() => writeTrace(db, 'qp_nobody', 'otlp')).toThrow(/There is no imported run qp_nobody/);
});

it('lists runs with their sums by model and day, and finds them by text and day', () => {
  const db = openTestDb();
  setPrices(db, { prices: [{ provider: 'openai', model: 'deepseek-chat', from: '2025-01-01', inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 }], actor: ADA, now: 1 });
  expect(listImportedRuns(db, {})).toEqual({ runs: [], total: 0, sums: { calls: 0, failed: 0, inputTokens: 0, outputTokens: 0, costMicros: 0, unpriced: 0 }, byModel: [], byDay: [] });
  const day = 86_400_000;
  load(db, [call('t1'), call('t2', { model: 'other' }, { model: 'other' }), call('t3', { runId: 'bbbbbbbb', at: FEBRUARY + day, agent: 'Bear' }), ...Array.from({ length: 60 }, (_, i) => call(`u${i}`, { runId: `c${i}`, at: FEBRUARY - (i + 1) * day }))]);
  const all = listImportedRuns(db, {});
  expect(all).toMatchObject({ total: 62, sums: { calls: 63, failed: 0, costMicros: 62 * 1400, unpriced: 1 } });
  expect(all.runs).toHaveLength(50);
  expect(all.runs.slice(0, 2).map((r) => [r.runId, r.calls, r.models, r.costMicros, r.unpriced])).toEqual([['bbbbbbbb', 1, ['deepseek-chat'], 1400, 0], ['a1b2c3d4', 2, ['deepseek-chat', 'other'], 1400, 1]]);
  expect(listImportedRuns(db, {}, 2).runs).toHaveLength(12);
  expect(all.byModel.map((m) => [m.model, m.calls, m.costMicros, m.unpriced])).toEqual([['deepseek-chat', 62, 62 * 1400, 0], ['other', 1, 0, 1]]);
  expect(all.byDay[0]).toMatchObject({ day: '2026-02-04', calls: 1, costMicros: 1400 });
  expect(listImportedRuns(db, { text: ' BEAR ' }).runs.map((r) => r.runId)).toEqual(['bbbbbbbb']);
  expect(listImportedRuns(db, { text: 'other' })).toMatchObject({ total: 1, sums: { calls: 2 } });
  expect(listImportedRuns(db, { text: "x' or 1=1" }).total).toBe(0);
  expect(listImportedRuns(db, { from: '2026-02-03', to: '2026-02-03' }).runs.map((r) => r.runId)).toEqual(['a1b2c3d4']);
  expect(getImportedRun(db, 'qp_a1b2c3d4')).toMatchObject({ workspace: 'CSI300', agents: 1, debate: true, firstAt: FEBRUARY });
});
