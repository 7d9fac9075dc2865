import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import { loadPackage } from '@/server/strategy/load-package';
import type { AgentTask, AgentTools } from '../port';
import { converse } from './converse';
import { openaiClient } from './openai-client';
import { type Loopback, loopback, openaiStream, type Scripted } from './testing/loopback';
import { tidyReply } from './tidy-reply';

let server: Loopback;
afterEach(() => server?.close());
const base = loadPackage(join(import.meta.dirname, '../../../strategies/daily-momentum'));
const VERIFY = { id: 'v', name: 'verify', input: '{"rationale":"r"}' };
const call = (name: string, input: unknown, id = name) => ({ id, name, input: JSON.stringify(input) });
const SLOWER = call('set_constant', { path: 'src/schedule.ts', symbol: 'REBALANCE_EVERY_DAYS', value: '5', why: 'w' });

async function talk(replies: readonly Scripted[], stop = new AbortController()) {
  server = await loopback(replies.map(openaiStream));
  const said: { kind: string; payload: Record<string, unknown> }[] = [];
  const tools: AgentTools = { signal: stop.signal, trace: (kind, payload) => void said.push({ kind, payload }), recall: () => [], pay: async (_name, _estimate, work) => work(() => {}) };
  const task = { attemptId: 'att_1', number: 1, autopsy: autopsySchema.parse(AUTOPSY), base, past: [], feedback: [], model: 'm', seed: 1, explore: 0 } as unknown as AgentTask;
  const draft = converse({ client: openaiClient({ apiKey: 'k', baseUrl: `${server.url}/v1`, idleMs: 5_000 }), model: 'm', maxTokens: 8_192, retry: { tries: 1, firstWaitMs: 1 } }, task, tools);
  return { draft: await draft, said, errors: said.filter((s) => s.kind === 'tool_result' && s.payload.isError).map((s) => String(s.payload.text)) };
}
const AUTOPSY = {
  event: 'FINANCIAL_DEGRADATION_DETECTED', metrics: { daily_pnl: -0.02, slippage_leakage: 0.01 }, diagnostics: { module: 'm', root_cause: 'It trades too often.', execution_log: 'none' },
  mandate: 'Reduce turnover frequency', constraints: {}, acceptance: {}, evidence: [],
};

describe('what a model may ask for', () => {
  it('no tool reaches beyond the sources: not by a path, a prototype, a diff of tests, manifest or lock', async () => {
    const diffOf = (path: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-x\n+y\n`;
    const bad = [
      call('__proto__', {}), call('constructor', {}), call('toString', {}),
      ...['../../../../etc/passwd', '/etc/passwd', 'src/../tests/schedule.test.ts', 'tests/schedule.test.ts', 'strategy.json', 'strategy.lock', 'src/schedule.ts\u0000.txt', 'SRC/schedule.ts'].map((path, i) => call('read_file', { path }, `r${i}`)),
      call('set_constant', { path: 'strategy.json', symbol: 'x', value: '1', why: 'w' }, 's1'), call('set_constant', { path: 'src/schedule.ts', symbol: '__proto__', value: '1', why: 'w' }, 's2'),
      call('add_helper', { path: 'tests/new.test.ts', code: 'const x = 1;', why: 'w' }, 'h1'), call('add_import', { path: 'src/schedule.ts', from: 'node:fs', names: ['readFileSync'], why: 'w' }, 'i1'),
      ...['tests/schedule.test.ts', 'strategy.json', 'strategy.lock', '../x.ts', '/etc/passwd', 'src/new.ts'].map((path, i) => call('apply_diff', { diff: diffOf(path), why: 'w' }, `d${i}`)),
      { id: 'nan', name: 'insert_statement', input: '{"path":"src/schedule.ts","symbol":"isRebalanceDay","position":NaN,"statement":"x","why":"w"}' },
      { id: 'half', name: 'set_constant', input: '{"path":"src/sch' },
    ];
    const { draft, errors } = await talk([{ calls: bad }, { calls: [SLOWER, VERIFY] }]);
    expect(errors).toHaveLength(bad.length);
    expect(errors.join('\n')).not.toMatch(/root:|describe\(/);
    expect(draft.diff.match(/^\+\+\+ .*/gm)).toEqual(['+++ b/src/schedule.ts']);
  }, 30_000);

  it('a value that smuggles more code in than it says shows up in the diff or is refused, and never leaves the file broken', async () => {
    const smuggle = call('set_constant', { path: 'src/schedule.ts', symbol: 'REBALANCE_EVERY_DAYS', value: '5;\nexport const EVIL = 1', why: 'w' }, 'x');
    const body = call('replace_function_body', { path: 'src/schedule.ts', symbol: 'isRebalanceDay', body: 'return true; } export function evil() { return 1;', why: 'w' }, 'y');
    const { draft, errors } = await talk([{ calls: [smuggle, body] }, { calls: [SLOWER, VERIFY] }]);
    expect(errors).toHaveLength(2);
    expect(draft.diff).not.toMatch(/EVIL|evil/);
  }, 30_000);

  it('what is shown of a reply has no marks that turn text or colour a terminal; what is replayed is as it came', async () => {
    const text = 'red \u001b[31m \u202egnitset <script>';
    const { draft, said } = await talk([{ text, calls: [{ ...call('read_file', { path: 'x' }), input: '{"path":"\u202ex"}' }] }, { calls: [SLOWER, VERIFY] }]);
    expect(draft.diff).toContain('= 5;');
    const shown = said.map(({ payload: { reply: _reply, ...rest } }) => JSON.stringify(rest)).join('\n');
    expect(shown).toContain('gnitset <script>');
    expect(shown).not.toMatch(/\u202e|\\u001b/);
    expect(said.find((s) => s.payload.turn === 0)?.payload.reply).toMatchObject({ text });
  }, 30_000);

  it('a storm of calls is answered up to a limit, and the process serves others meanwhile', async () => {
    const storm = Array.from({ length: 1_000 }, (_, i) => call('list_symbols', {}, `c${i}`));
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const { draft, said } = await talk([{ calls: storm }, { calls: [SLOWER, VERIFY] }]);
    clearInterval(timer);
    expect(draft.diff).toContain('= 5;');
    expect(said.filter((s) => s.kind === 'tool_result').length).toBeLessThan(60);
    expect(turns).toBeGreaterThan(5);
    const sent = server.bodies[1]?.messages as { role: string }[];
    expect(sent.filter((m) => m.role === 'tool')).toHaveLength(200);
  }, 30_000);

  it('a stop in the middle of a storm ends it', async () => {
    const stop = new AbortController();
    const storm = Array.from({ length: 40 }, (_, i) => call('insert_statement', { path: 'src/schedule.ts', symbol: 'isRebalanceDay', position: 'start', statement: `const v${i} = 1;`, why: 'w' }, `c${i}`));
    setTimeout(() => stop.abort('stopped'), 150);
    await expect(talk([{ calls: storm, dripMs: 0 }, { text: 'never' }], stop)).rejects.toBe('stopped');
  }, 30_000);

  it('two calls under one id are two calls, and each is answered', async () => {
    const { draft, errors } = await talk([{ calls: [{ ...SLOWER, id: 'same' }, { ...call('show_diff', {}), id: 'same' }] }, { calls: [VERIFY] }]);
    expect(draft.diff).toContain('= 5;');
    expect(errors).toEqual([]);
    const sent = server.bodies[1]?.messages as { role: string; tool_call_id?: string }[];
    const answered = sent.filter((m) => m.role === 'tool').map((m) => m.tool_call_id);
    expect(new Set(answered).size).toBe(2);
  }, 30_000);
});

it('names are kept short and visible, ids told apart', () => {
  const reply = tidyReply({ text: '', stop: 'tools', inputTokens: 1, outputTokens: 1, model: `m\u202e\u001b[31m${'x'.repeat(10_000)}`, calls: [{ id: '', name: '', input: '{}' }, { id: 'functions.f:0', name: 'f\u0000', input: '{}' }, { id: 'functions.f:0', name: 'g', input: '{}' }] });
  expect(reply.model).toHaveLength(200);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must be gone
  expect(reply.model).not.toMatch(/[\u001b\u202e]/);
  expect(reply.calls.map((c) => c.name)).toEqual(['unnamed', 'f', 'g']);
  expect(reply.calls[1]?.id).toBe('functions.f:0');
  expect(new Set(reply.calls.map((c) => c.id)).size).toBe(3);
});
