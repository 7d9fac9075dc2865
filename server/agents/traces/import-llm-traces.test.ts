import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listEventsAfter } from '@/server/audit/events';
import type { Actor } from '@/server/contracts/roles';
import { openTestDb } from '@/server/db/client';
import { openAccount, readBalance } from '../capital/account';
import { setPrices } from '../capital/prices';
import { assertSolvent, NO_USAGE, reserve } from '../capital/spend';
import { importLlmTraces } from './import-llm-traces';
import { readLlmCalls } from './read-llm-calls';

const ADA: Actor = { kind: 'person', id: 'usr_a', name: 'Ada', role: 'approver' };
let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'llm-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Fields as quantpits llm_trace.py writes them. */
const call = (id: string, over: object = {}) => ({
  trace_id: id, run_id: 'a1b2c3d4', session_id: 's', session_type: 'debate', operation: 'chat', round_number: 1, round_phase: 'open', participant_id: 'bull', participant_role: 'analyst', input_trace_ids: [],
  timestamp: '2026-02-03T09:30:00.123456', duration_ms: 2100.5, label: null, model_requested: 'deepseek-chat', model_responded: 'deepseek-chat', base_url: 'https://user:key@api.example.com/v1', temperature: 0.2, max_tokens: 4000,
  other_params: {}, messages: [{ role: 'user', content: 'secret prompt' }], system_prompt_hash: 'deadbeefdeadbeef', response_content: 'sell', reasoning_content: null, finish_reason: 'stop',
  prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200, reasoning_tokens: null, cached_tokens: 0, success: true, error: null, retry_attempt: 0, workspace: 'CSI300_Base', run_date: '2026-02-03', pipeline_stage: 'synthesizer', ...over,
});
const put = (path: string, value: unknown) => {
  const file = join(dir, 'output/deep_analysis/llm_traces/2026-02-03_weekly_run_a1b2c3d4', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
};

it('finds calls below a workspace, names what it refuses, keeps no prompt and no key', () => {
  put('manifest.json', { summary: { models_used: [] } });
  put('synthesizer/002_a.json', call('t2', { timestamp: '2026-02-03T09:31:00' }));
  put('per_model/lstm/001_b.json', call('t1'));
  put('triage/003_c.json', '{"trace_id": "t3"');
  put('triage/004_d.json', call('t4', { prompt_tokens: -5 }));
  symlinkSync(dir, join(dir, 'output/loop'));
  const { calls, refused, runs } = readLlmCalls(dir);
  expect(runs).toBe(1);
  expect(calls.map((c) => c.callId)).toEqual(['t1', 't2']);
  expect(calls[0]).toMatchObject({ at: Date.UTC(2026, 1, 3, 9, 30, 0, 123), provider: 'openai', model: 'deepseek-chat', agent: 'bull', payload: { host: 'api.example.com', text: 'sell' } });
  expect(JSON.stringify(calls)).not.toMatch(/secret prompt|user:key/);
  expect(refused.map((r) => r.file.split('/').at(-1))).toEqual(['003_c.json', '004_d.json']);
  expect(refused[1]!.why).toContain('prompt_tokens');
  expect(() => readLlmCalls(join(dir, 'nowhere'))).toThrow(/is no folder/);
});

it('books what has a price, lists what has none, and books it later; twice changes nothing', () => {
  put('s/001.json', 'not a call: no underscore');
  put('s/001_a.json', call('t1'));
  put('s/002_b.json', call('t2', { model_responded: 'other-model', success: false, error: 'timeout' }));
  put('s/003_c.json', call('t3', { prompt_tokens: null }));
  const db = openTestDb();
  const { calls } = readLlmCalls(dir);
  const load = () => importLlmTraces(db, { calls, name: 'CSI300_Base', actor: ADA, now: 9 });
  const price = { provider: 'openai', model: 'deepseek-chat', from: '2026-01-01', inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 };
  setPrices(db, { prices: [price], actor: ADA, now: 1 });

  const first = load();
  expect(first).toMatchObject({ events: 3, priced: 1, costMicros: 1400 });
  expect(first.unpriced.map((u) => [u.model, u.calls, u.why])).toEqual([['other-model', 1, 'its price on that day is unknown'], ['deepseek-chat', 1, 'its tokens are not recorded']]);
  const stored = listEventsAfter(db, { afterId: 0, traceId: 'qp_a1b2c3d4' });
  expect(stored.map((e) => e.costMicros)).toEqual([1400, null, null]);

  setPrices(db, { prices: [price, { ...price, model: 'other-model', inputMicrosPerMillion: 0, outputMicrosPerMillion: 5_000_000 }], actor: ADA, now: 2 });
  expect(load()).toMatchObject({ events: 0, priced: 1, costMicros: 1000 });
  expect(load()).toMatchObject({ events: 0, priced: 0, costMicros: 0 });
  expect(listEventsAfter(db, { afterId: 0, traceId: 'qp_a1b2c3d4' }).map((e) => e.costMicros)).toEqual([1400, 1000, null]);

  const { accountId } = first;
  expect(readBalance(db, accountId)).toMatchObject({ limit: { tokens: 2400, costMicros: 2400 }, left: { tokens: 0, costMicros: 0 } });
  expect(openAccount(db, { name: 'history:CSI300_Base', actor: ADA, now: 3 }).id).toBe(accountId);
  expect(() => assertSolvent(db, accountId)).not.toThrow();
  expect(() => reserve(db, { accountId, callId: 'x', usage: { ...NO_USAGE, inputTokens: 1 }, actorName: 'agent', now: 4 })).toThrow(/no tokens left/);
});

it('refuses by file what could not be told apart, found, shown or put on a clock', () => {
  const bad: [object, RegExp][] = [
    [{ trace_id: 't1' }, /t1 stands in .*001_a.json already/], [{ run_id: 'a\u0000b' }, /run_id: must have no invisible/], [{ run_id: 'x'.repeat(300) }, /run_id/], [{ participant_id: 'llub \u202e' }, /participant_id/],
    [{ model_responded: 'm'.repeat(5_000) }, /model_responded/], [{ timestamp: '1970-01-01T00:00:00' }, /timestamp: must be an ISO time of the years/], [{ timestamp: '9999-12-31T00:00:00' }, /timestamp/], [{ duration_ms: 1e300 }, /duration_ms/],
    [{ completion_tokens: 1e300 }, /completion_tokens/],
  ];
  put('s/001_a.json', call('t1', { input_trace_ids: ['t1', '__proto__', 'nobody'], error: 'red \u001b[31m\u202e', response_content: 'a\u0000b' }));
  for (const [i, [over]] of bad.entries()) put(`s/${String(i + 100)}_x.json`, call(`x${i}`, over));
  const { calls, refused } = readLlmCalls(dir);
  expect(calls.map((c) => c.callId)).toEqual(['t1']);
  expect(calls[0]!.payload).toMatchObject({ error: 'red [31m', text: 'ab' });
  expect(refused).toHaveLength(bad.length);
  for (const [i, { why }] of refused.entries()) expect(why).toMatch(bad[i]![1]);
});
