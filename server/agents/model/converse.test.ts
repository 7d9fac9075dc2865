import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import type { AppError } from '@/server/contracts/errors';
import { rootDir } from '@/server/db/client';
import { applyDiff } from '@/server/stdaw';
import { loadPackage } from '@/server/strategy/load-package';
import type { AgentTask, AgentTools } from '../port';
import { anthropicClient } from './anthropic-client';
import { converse, extractDiff } from './converse';
import { openaiClient } from './openai-client';
import { anthropicStream, type Loopback, loopback, openaiStream, type Scripted } from './testing/loopback';

const base = loadPackage(join(rootDir(), 'strategies/daily-momentum'));
const autopsy = autopsySchema.parse({
  event: 'FINANCIAL_DEGRADATION_DETECTED', metrics: { daily_pnl: -0.02 }, diagnostics: { module: 'm', root_cause: 'Overtrading.', execution_log: 'log' }, mandate: 'Reduce turnover frequency', acceptance: { max_annual_turnover: 20 },
});
const task: AgentTask = { attemptId: 'att_1', number: 1, autopsy, base, past: [], feedback: [], model: 'fake-1', seed: 1, explore: 0, evaluator: { evaluate: () => Promise.resolve(null), simulations: () => 0 } };
const VENDORS = { anthropic: { client: anthropicClient, stream: anthropicStream, base: '', cut: 'max_tokens' }, openai: { client: openaiClient, stream: openaiStream, base: '/v1', cut: 'length' } } as const;
let server: Loopback | undefined;
afterEach(() => server?.close());

/** Tools of the port that keep the trace in memory, as the store would. */
function memoryTools(heard: Record<string, unknown>[] = []): AgentTools & { trace_: { kind: string; payload: Record<string, unknown> }[] } {
  const trace_: { kind: string; payload: Record<string, unknown> }[] = [];
  return { signal: new AbortController().signal, trace: (kind, payload) => void trace_.push({ kind, payload: JSON.parse(JSON.stringify(payload)) as Record<string, unknown> }), recall: () => heard, pay: (_name, _estimate, work) => work(() => {}), trace_ };
}

async function talk(vendor: keyof typeof VENDORS, replies: readonly Scripted[], tools = memoryTools(), maxTokens = 512) {
  const { client, stream, base: path } = VENDORS[vendor];
  server = await loopback(replies.map(stream));
  const draft = await converse({ client: client({ apiKey: 'k', baseUrl: `${server.url}${path}`, idleMs: 2000 }), model: 'fake-1', maxTokens, retry: { tries: 2, firstWaitMs: 1 } }, task, tools);
  return { draft, hits: server.bodies.length, tools };
}
const call = (name: string, input: object, id = name) => ({ id, name, input: JSON.stringify(input) });
const SLOWER = call('set_constant', { path: 'src/schedule.ts', symbol: 'REBALANCE_EVERY_DAYS', value: '5', why: '“turnover frequency”' });
const VERIFY = call('verify', { rationale: 'Rebalance every five days.' });
const TWO_TURNS: readonly Scripted[] = [{ text: 'Looking.', calls: [call('read_symbol', { path: 'src/schedule.ts', symbol: 'REBALANCE_EVERY_DAYS' })] }, { calls: [SLOWER, VERIFY] }];

describe.each(['anthropic', 'openai'] as const)('%s', (vendor) => {
  it('recorded replies give the same patch, byte for byte, and a worker that died resumes after the last completed turn', async () => {
    const first = await talk(vendor, TWO_TURNS);
    expect(first.draft.diff).toBe(`diff --git a/src/schedule.ts b/src/schedule.ts\n--- a/src/schedule.ts\n+++ b/src/schedule.ts\n@@ -1,5 +1,5 @@\n /** The portfolio is rebuilt every so many sessions. */\n-export const REBALANCE_EVERY_DAYS = 1;\n+export const REBALANCE_EVERY_DAYS = 5;\n \n /** Is \`dayIndex\` (0 = first day of the run) a day on which the portfolio is rebuilt? */\n export function isRebalanceDay(dayIndex: number, everyDays: number): boolean {\n`);
    expect(first.draft).toMatchObject({ rationale: 'Rebalance every five days.', edits: [{ kind: 'set_constant', symbol: 'REBALANCE_EVERY_DAYS', why: '“turnover frequency”' }] });
    expect(first.hits).toBe(2);
    await server?.close();
    const heard = first.tools.trace_.filter((t) => t.kind === 'message').map((t) => t.payload);
    const replayed = await talk(vendor, [], memoryTools(heard));
    expect(replayed.hits).toBe(0);
    expect(replayed.draft).toEqual(first.draft);
    await server?.close();
    const resumed = await talk(vendor, [TWO_TURNS[1]!], memoryTools(heard.slice(0, 2)));
    expect(resumed.hits).toBe(1);
    expect(resumed.draft).toEqual(first.draft);
  });

  it('a call cut off at the token limit is never run, even when its JSON looks whole', async () => {
    const wrong = call('set_constant', { path: 'src/schedule.ts', symbol: 'REBALANCE_EVERY_DAYS', value: '99', why: 'x' });
    const { draft, hits } = await talk(vendor, [{ calls: [wrong], stop: VENDORS[vendor].cut }, { calls: [SLOWER, VERIFY] }]);
    expect(hits).toBe(2);
    expect(draft.diff).toContain('REBALANCE_EVERY_DAYS = 5;');
    expect(JSON.stringify(server!.bodies[1])).toContain('cut off at the token limit');
  });

  it('broken JSON, unknown tools, missing fields and impossible edits go back to the model as errors', async () => {
    const bad: Scripted = { calls: [{ id: 'a', name: 'set_constant', input: '{"path": "src/sch' }, call('rm', {}, 'b'), call('set_constant', { path: 'src/schedule.ts' }, 'c'), call('set_constant', { path: 'src/none.ts', symbol: 'X', value: '1', why: 'x' }, 'd'), call('insert_statement', { path: 'src/schedule.ts', symbol: 'isRebalanceDay', position: 'start', statement: 'if (', why: 'x' }, 'e'), { ...VERIFY, id: 'f' }] };
    const { draft, tools } = await talk(vendor, [bad, { calls: [SLOWER, VERIFY] }]);
    const errors = tools.trace_.filter((t) => t.kind === 'tool_result' && t.payload.isError).map((t) => String(t.payload.text));
    expect(errors).toHaveLength(6);
    expect(errors.join('\n')).toMatch(/There is no tool rm/);
    expect(errors.join('\n')).toMatch(/has no file src\/none.ts/);
    expect(errors.join('\n')).toMatch(/syntax error in src\/schedule.ts/);
    expect(errors.join('\n')).toMatch(/Nothing has been changed yet/);
    expect(draft.edits).toHaveLength(1);
  });

  it('a plain answer with one unified diff is a patch too; one that does not apply goes back with the first diverging line', async () => {
    const diff = (from: string) => `Here it is:\n\`\`\`diff\n--- a/src/schedule.ts\n+++ b/src/schedule.ts\n@@ -7,3 +7,3 @@\n /** The portfolio is rebuilt every so many sessions. */\n-export const REBALANCE_EVERY_DAYS = ${from};\n+export const REBALANCE_EVERY_DAYS = 5;\n\`\`\``;
    const { draft, hits } = await talk(vendor, [{ text: diff('7') }, { text: diff('1') }]);
    expect(hits).toBe(2);
    expect(JSON.stringify(server!.bodies[1])).toContain('first_divergence');
    expect(applyDiff(base.sources, draft.diff).find((f) => f.path === 'src/schedule.ts')?.text).toContain('REBALANCE_EVERY_DAYS = 5;');
    expect(draft.edits).toMatchObject([{ kind: 'change_declaration', symbol: 'REBALANCE_EVERY_DAYS' }]);
  });

  it('a model that only talks is told so, then given up', async () => {
    const error = await talk(vendor, [{ text: 'I would rather discuss.' }]).catch((e: AppError) => e);
    expect(error).toMatchObject({ code: 'PROVIDER_FAILED' });
    expect(server!.bodies).toHaveLength(4);
  });
});

it('the edit tools change what they say, and nothing else', async () => {
  const calls = [
    call('add_helper', { path: 'src/sizing.ts', code: 'export function half(x: number): number {\n  return x / 2;\n}', why: 'w' }),
    call('add_import', { path: 'src/strategy.ts', from: './sizing.ts', names: ['half'], why: 'w' }),
    call('insert_statement', { path: 'src/strategy.ts', symbol: 'decideEvery', position: 1, statement: 'const part = half(1);', why: 'w' }),
    call('delete_statement', { path: 'src/sizing.ts', symbol: 'equalWeights', statement: 'for (const i of chosen) weights[i] = invested / chosen.length;', why: 'w' }),
    call('replace_function_body', { path: 'src/schedule.ts', symbol: 'isRebalanceDay', body: '{ return dayIndex % everyDays === 0; }', why: 'w' }),
  ];
  const { draft } = await talk('openai', [{ calls: [...calls, VERIFY] }]);
  const after = applyDiff(base.sources, draft.diff);
  const text = (path: string): string => after.find((f) => f.path === path)!.text;
  expect(text('src/sizing.ts')).toContain('export function half');
  expect(text('src/sizing.ts')).not.toContain('for (const i of chosen)');
  expect(text('src/strategy.ts')).toMatch(/import \{.*half.*\} from '.\/sizing.ts'/);
  expect(text('src/strategy.ts')).toContain('const part = half(1);');
  expect(text('src/schedule.ts')).toContain('return dayIndex % everyDays === 0;');
  expect(text('src/risk.ts')).toBe(base.sources.find((f) => f.path === 'src/risk.ts')?.text);
  expect(draft.edits.map((e) => e.kind)).toEqual(['add_helper', 'change_declaration', 'insert_statement', 'delete_statement', 'replace_function_body']);
});

it('finds a diff in prose, fenced or bare, and nothing where there is none', () => {
  expect(extractDiff('words\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b')).toBe('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n');
  expect(extractDiff('no diff --- here')).toBeNull();
});
