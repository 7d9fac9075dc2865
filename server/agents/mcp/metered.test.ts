import { afterEach, expect, it } from 'vitest';
import { makeConsole, T0, type TestConsole } from '@/server/books/testing/make-console';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { computeLedger } from '@/server/db/schema';
import { testSandbox } from '@/server/test/test-sandbox';
import { type Amount, listBalances, openAccount } from '../capital/account';
import { handleText, type McpServer, newSession } from './handle-message';
import { MCP_TOOLS } from './tools';

const selfTest = await testSandbox();
const test = it.skipIf(!selfTest.ok);
let world: TestConsole;
afterEach(() => world?.close());

/** Needs about 60 ms of CPU for each of some 240 days. */
const SLOW = 'export const lookbackDays = 1;\nexport function decide(view) {\n  let x = view.dayIndex;\n  for (let i = 0; i < 2e7; i += 1) x = (x * 1103515245 + 12345) % 2147483648;\n  return x < 0 ? { weights: {} } : null;\n}\n';

interface Answer {
  readonly result: { readonly isError: boolean; readonly content: readonly { readonly text: string }[] };
}
/** A client of the server that has introduced itself, or not. */
async function connect(client: string | null, pinned: string | null = null) {
  const server: McpServer = { tools: MCP_TOOLS, context: { db: world.db, actor: { kind: 'agent', id: 'mcp', name: 'MCP client', role: 'operator' }, now: () => T0, signal: new AbortController().signal, account: pinned } };
  const session = newSession();
  const send = (method: string, params: object) => handleText(server, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), session);
  if (client !== null) await send('initialize', { protocolVersion: '2025-06-18', clientInfo: { name: client, version: '1' } });
  return async (name: string, args: object) => {
    const { isError, content } = ((await send('tools/call', { name, arguments: args })) as unknown as Answer).result;
    return { isError, text: content[0]!.text };
  };
}
const open = (name: string, capital: Partial<Amount>) => openAccount(world.db, { name, capital: { tokens: 0, cpuSeconds: 0, costMicros: 0, ...capital }, actor: CLI_ACTOR, now: T0 });
const spent = () => Object.fromEntries(listBalances(world.db).map((b) => [b.account.name, b.spent]));
const FACTOR = { expression: 'Mean($close,5)/$close-1', market: 'test' };

it('nobody pays: refused with what to do, and nothing is run or booked', async () => {
  world = makeConsole();
  expect(await (await connect(null))('evaluate_factor', FACTOR)).toMatchObject({ isError: true, text: expect.stringContaining('has not said who it is') });
  for (const [name, args] of [['evaluate_factor', FACTOR], ['backtest', { market: 'test', package: '/nowhere' }], ['stdaw_verify', { package: '/nowhere' }]] as const) {
    const { isError, text } = await (await connect('Claude Code!'))(name, args);
    expect(isError).toBe(true);
    expect(text).toContain('There is no compute account mcp:claude-code, so nobody pays for this call. A person opens it once: oomrl budget open --account mcp:claude-code --cpu-seconds 3600');
  }
  expect((await (await connect('x', 'research'))('evaluate_factor', FACTOR)).text).toContain('There is no compute account research');
  expect(world.db.select().from(computeLedger).all()).toEqual([]);
});

it('CPU and wall seconds are booked to the agent and the month; --account pays whatever a client calls itself', async () => {
  world = makeConsole();
  open('mcp:claude-code', { cpuSeconds: 60 });
  open('research', { cpuSeconds: 60 });
  expect((await (await connect('claude-code'))('evaluate_factor', FACTOR)).isError).toBe(false);
  const first = spent();
  expect(Object.keys(first).sort()).toEqual(['mcp:claude-code', 'month:2023-11', 'research']);
  expect(first['mcp:claude-code']!.cpuSeconds).toBeGreaterThan(0);
  expect(first['mcp:claude-code']!.wallSeconds).toBeGreaterThan(0);
  expect(first['month:2023-11']).toEqual(first['mcp:claude-code']);
  expect(first.research!.cpuSeconds).toBe(0);
  expect((await (await connect('claude-code', 'research'))('evaluate_factor', FACTOR)).isError).toBe(false);
  expect(spent().research!.cpuSeconds).toBeGreaterThan(0);
  expect(spent()['mcp:claude-code']).toEqual(first['mcp:claude-code']);
});

test('a book that is named pays too, and what its sandbox burns is in the bill', async () => {
  world = makeConsole({ symbols: 12 });
  const bookId = world.book().id;
  open('mcp:codex', { cpuSeconds: 60 });
  const { isError, text } = await (await connect('codex'))('backtest', { market: 'test', book: bookId });
  expect(isError, text).toBe(false);
  const by = spent();
  for (const name of ['mcp:codex', `book:${bookId}`, 'month:2023-11']) expect(by[name]!.cpuSeconds).toBeGreaterThan(0.05);
  expect(by['mcp:codex']).toEqual(by[`book:${bookId}`]);
}, 30_000);

test.each([
  ['CPU seconds', { cpuSeconds: 1 }],
  ['wall seconds', { cpuSeconds: 600, wallSeconds: 1 }],
])('a call that runs is stopped when the %s are used up, and the next is refused', async (what, capital) => {
  world = makeConsole({ source: SLOW, symbols: 12 });
  const bookId = world.book().id;
  open('mcp:claude-code', capital);
  const call = await connect('claude-code');
  const started = performance.now();
  const stopped = await call('backtest', { market: 'test', book: bookId });
  expect(stopped).toMatchObject({ isError: true, text: expect.stringContaining(`OUT_OF_MONEY: Out of compute capital: account mcp:claude-code has no ${what} left`) });
  expect(performance.now() - started).toBeLessThan(8_000);
  const own = listBalances(world.db).find((b) => b.account.name === 'mcp:claude-code')!;
  expect(own.account.exhausted).toBe(true);
  expect(what === 'CPU seconds' ? own.spent.cpuSeconds : own.spent.wallSeconds).toBeLessThan(3);
  const rows = world.db.select().from(computeLedger).all().length;
  expect((await call('evaluate_factor', FACTOR)).text).toContain('OUT_OF_MONEY');
  expect(world.db.select().from(computeLedger).all()).toHaveLength(rows);
}, 60_000);
