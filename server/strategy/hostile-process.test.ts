import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { makePackage } from './make-package';
import { openStrategy } from './open-strategy';
import { type DayBars, type StrategySession, VIEW_FIELDS } from './types';

/* The process is taken over: its bootstrap is replaced, as if a strategy had broken out of its realm. What is left is what the engine checks. */
const TIMEOUT_MS = 1500;
/** The engine may be busy for this long with one answer, on a machine that is busy with other things. */
const STALL_MS = 5000;
const PRELUDE = `'use strict'; const { writeSync, closeSync } = require('node:fs'); const { Inbox } = require('./frame-pipe.cjs');
const inbox = new Inbox(); const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const raw = (bytes) => { for (let at = 0; at < bytes.length; ) at += writeSync(4, bytes, at); };
const framed = (body) => { const bytes = Buffer.from(body); const head = Buffer.alloc(4); head.writeUInt32LE(bytes.length); return Buffer.concat([head, bytes]); };
const say = (body) => raw(framed(body));
const columns = (weights, places, memory = '', n = places.length) => Buffer.concat([Buffer.from(Uint32Array.of(0, n).buffer), Buffer.from(Float64Array.from(weights).buffer), Buffer.from(Uint32Array.from(places).buffer), Buffer.from(memory)]);
const deep = '['.repeat(1e6) + ']'.repeat(1e6);
inbox.next();
`;
const HELLO = `${PRELUDE} say('{"lookbackDays":2}');`;
const answering = (expression: string) => `${HELLO} while (inbox.next() !== 0) { ${expression} } process.reallyExit(0);`;

let root: string;
beforeAll(async () => {
  await requireSandbox();
  root = mkdtempSync(path.join(tmpdir(), 'hostile-strategy-'));
  for (const dir of ['server/strategy', 'server/sandbox']) {
    mkdirSync(path.join(root, dir), { recursive: true });
    cpSync(dir, path.join(root, dir), { recursive: true, filter: (name) => !/\.ts$/.test(name) });
  }
});
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

const symbolsOf = (count: number) => Array.from({ length: count }, (_, i) => `S${i}`);
const bars = (count: number): DayBars => ({ date: '2024-01-01', fields: Object.fromEntries(VIEW_FIELDS.map((name) => [name, new Float64Array(count)])) as unknown as DayBars['fields'], tradable: new Uint8Array(count) });

/** Every read of a program is remembered by its path: each bootstrap gets a root of its own. */
let turn = 0;
async function withProcess<T>(bootstrap: string, count: number, use: (session: StrategySession, ask: () => ReturnType<StrategySession['decide']>) => Promise<T>): Promise<T> {
  const mine = path.join(root, String(turn++));
  cpSync(path.join(root, 'server'), path.join(mine, 'server'), { recursive: true });
  writeFileSync(path.join(mine, 'server/strategy/subject-driver.cjs'), bootstrap);
  vi.stubEnv('OOMRL_ROOT', mine);
  const pkg = makePackage([{ path: 'strategy.json', text: JSON.stringify({ name: 'hostile', language: 'typescript', entry: 'src/s.ts', contract: 1, universe: 'all', benchmark: null, parameters: {} }) }, { path: 'src/s.ts', text: 'export {};' }]);
  const session = await openStrategy(pkg, { symbols: symbolsOf(count), dayTimeoutMs: TIMEOUT_MS });
  try {
    return await use(session, () => session.decide(bars(count), { dayIndex: 0, portfolio: { held: [], weights: [], cashWeight: 1, equity: 1 }, memory: null }));
  } finally {
    await session.close();
  }
}

/** Longest time in which the engine did nothing else. */
async function stallOf(work: () => Promise<unknown>): Promise<number> {
  let [worst, last] = [0, performance.now()];
  const look = () => {
    const now = performance.now();
    [worst, last] = [Math.max(worst, now - last), now];
  };
  const clock = setInterval(look, 5);
  await work().finally(() => clearInterval(clock));
  look();
  return worst;
}

it.each([
  ['two answers to one question', answering('const one = framed(columns([0.1], [0])); raw(Buffer.concat([one, one]))'), /broke the protocol/],
  ['a second answer before the next question', answering('say(columns([0.1], [0])); wait(100); say(columns([0.9], [0])); wait(5000)'), /broke the protocol/],
  ['an answer before the first question', `${HELLO} say(columns([0.9], [0])); wait(5000)`, /broke the protocol|no answer within/],
  ['a name twice in columns', answering('say(columns([0.1, 0.9], [0, 0]))'), /name 0 has two weights/],
  ['a name twice in JSON', answering(`say('{"kind":"weights","names":["S0","S0"],"weights":[0.1,0.9]}')`), /S0 has two weights/],
  ['a weight that is no number', answering('say(columns([NaN], [0]))'), /must be a finite number/],
  ['a weight larger than a double', answering(`say('{"kind":"weights","names":["S0"],"weights":[1e999]}')`), /must be a finite number/],
  ['a name past the universe', answering('say(columns([0.1], [3]))'), /there is no name 3 among 3/],
  ['columns longer than the answer', answering("say(columns([0.1], [0], '', 2 ** 32 - 1))"), /broke the protocol/],
  ['an answer longer than 4 MB', answering('raw(Buffer.alloc(8, 255)); wait(5000)'), /broke the protocol/],
  ['bytes without end', answering('for (;;) raw(Buffer.alloc(65536))'), /broke the protocol/],
  ['half an answer', answering('raw(framed(columns([0.1], [0])).subarray(0, 9)); process.reallyExit(0)'), /ended \(exit code 0\)/],
  ['an answer byte by byte', answering('for (const byte of framed(columns([0.1], [0], " ".repeat(4000) + 1))) { raw(Buffer.of(byte)); wait(10); }'), /no answer within/],
  ['an answer after its time', answering(`wait(${TIMEOUT_MS + 300}); say(columns([0.1], [0]))`), /no answer within/],
  ['a closed pipe', answering('closeSync(4); wait(60000)'), /no answer within|ended/],
  ['nothing', answering('wait(60000)'), /no answer within/],
  ['a stack that takes an hour to search', answering(`say(JSON.stringify({ kind: 'error', name: 'n', message: 'm', stack: 'src/'.repeat(1e6) }))`), /threw on 2024-01-01: n: m$/],
  ['a reason for not loading that takes an hour to search', `${PRELUDE} say(JSON.stringify({ problem: 'src/'.repeat(1e6) }));`, /^.{4000,4100}$/],
  ['a fault in each of 300,000 weights', answering(`say('{"kind":"decision","decision":{"weights":{' + Array.from({ length: 3e5 }, (_, i) => '"' + i + '":null').join() + '}}}')`), /"0", which is not in its universe/],
  ['a fault in each of 300,000 columns', answering(`say('{"kind":"weights","names":[' + '0,'.repeat(3e5) + '0],"weights":[' + 'null,'.repeat(3e5) + '0]}')`), /which is not in its universe/],
  ['memory with 200,000 faults', answering(`say('{"kind":"decision","decision":{"weights":{},"memory":[' + '[[[[1e999]]]],'.repeat(2e5) + '0]}}')`), /memory: a number must be finite/],
  ['memory a million deep in columns', answering("say(columns([], [], deep))"), /memory: it is nested deeper/],
  ['memory a million deep in JSON', answering(`say('{"kind":"decision","decision":{"weights":{},"memory":' + deep + '}}')`), /memory: it is nested deeper/],
])('a process that sends %s is refused by name and holds nobody else up', async (_what, bootstrap, message) => {
  const stall = await stallOf(() =>
    expect(
      withProcess(bootstrap, 3, async (_session, ask) => {
        await ask();
        await new Promise((later) => setTimeout(later, 200));
        await ask();
      }),
    ).rejects.toMatchObject({ code: 'STRATEGY_FAILED', message: expect.stringMatching(message) }),
  );
  expect(stall).toBeLessThan(STALL_MS);
});

it('a process that never reads holds nobody up while days of 168 KB wait for it', async () => {
  const stall = await stallOf(() =>
    expect(
      withProcess(`${PRELUDE} say('{"lookbackDays":40}'); wait(60000)`, 3000, async (session, ask) => {
        for (let day = 0; day < 39; day++) session.feed(bars(3000));
        await ask();
      }),
    ).rejects.toMatchObject({ code: 'STRATEGY_FAILED', message: expect.stringMatching(/no answer within/) }),
  );
  expect(stall).toBeLessThan(TIMEOUT_MS);
});

it('no descriptor stays open after sessions that failed', async () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const fail = () => withProcess(answering('closeSync(4); process.reallyExit(1)'), 3, (_session, ask) => ask()).catch(() => undefined);
  const after: number[] = [];
  // Pipes are made eight at a time, two for a session: after every fourth session as many are ready.
  for (let i = 0; i < 12; i++) {
    await fail();
    if (i % 4 === 3) after.push(open());
  }
  expect(new Set(after).size).toBe(1);
});
