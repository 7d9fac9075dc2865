import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { bundleTests } from './bundle-tests';
import { NODE_PAIR } from './node-pair';
import { spawnPair } from './process-pair';
import { HONEST_SOURCES, HONEST_TESTS, runFixture, withSource } from './run-fixture';
import { stripTypes } from './strip-types';

beforeAll(async () => {
  await requireSandbox();
});

let root: string | null = null;
afterEach(() => {
  vi.unstubAllEnvs();
  if (root) rmSync(root, { recursive: true });
  root = null;
});

/**
 * Take the subject over completely: its trusted bootstrap is replaced or patched, as if code had broken out of the context and
 * owned the process. What is left to protect the verdict is the split of the processes.
 */
function takeOver(change: (bootstrap: string) => string): void {
  root = mkdtempSync(path.join(tmpdir(), 'hostile-'));
  for (const dir of ['server/stdaw/runner', 'server/sandbox']) {
    mkdirSync(path.join(root, dir), { recursive: true });
    cpSync(dir, path.join(root, dir), { recursive: true, filter: (name) => !name.includes('.test.') });
  }
  const file = path.join(root, 'server/stdaw/runner/subject.cjs');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  vi.stubEnv('OOMRL_ROOT', root);
}

const BROKEN = withSource('src/size.ts', HONEST_SOURCES[2]!.text.replace('Math.floor', 'Math.ceil'));

const PRELUDE = `'use strict'; const fs = require('fs'); const say = (s) => fs.writeSync(4, s + '\\n'); say('{"hello":1}');
let buf = ''; const line = () => { for (;;) { const i = buf.indexOf('\\n'); if (i >= 0) { const l = buf.slice(0, i); buf = buf.slice(i + 1); return l; } const b = Buffer.alloc(65536); const n = fs.readSync(3, b); if (n === 0) process.exit(0); buf += b.toString('utf8', 0, n); } };
`;
const LOADED = `say('{"load":true,"exports":{"src/index.ts":{"sma":{"fn":1}},"src/size.ts":{"lots":{"fn":1},"clamp":{"fn":1}}}}');`;

it.each<[string, string, string[]]>([
  ['ends at once with success', 'process.exit(0)', ['SUBJECT_DIED']],
  ['answers nothing and lives on', `${PRELUDE}${LOADED} setInterval(() => {}, 1000)`, ['TIMEOUT']],
  ['answers with another id', `${PRELUDE}${LOADED} for (;;) { line(); say('zzz\\t{"v":300}'); }`, ['PROTOCOL_VIOLATION']],
  ['answers before it is asked', `${PRELUDE}${LOADED} say('1\\t{"v":1}'); setInterval(() => {}, 1000)`, ['PROTOCOL_VIOLATION']],
  ['answers twice', `${PRELUDE}${LOADED} for (;;) { const id = line().split('\\t')[0]; say(id + '\\t{"v":300}'); say(id + '\\t{"v":300}'); }`, ['PROTOCOL_VIOLATION', 'TEST_FAIL']],
  ['answers with bytes that are not text', `${PRELUDE}${LOADED} for (;;) { line(); fs.writeSync(4, Buffer.from([0, 255, 254, 10])); }`, ['PROTOCOL_VIOLATION']],
  ['answers with no JSON', `${PRELUDE}${LOADED} for (;;) { say(line().split('\\t')[0] + '\\t{{'); }`, ['PROTOCOL_VIOLATION']],
  ['never ends a line', `${PRELUDE}${LOADED} line(); const b = Buffer.alloc(65536, 120); for (;;) fs.writeSync(4, b)`, ['OUTPUT_FLOOD']],
  ['exports the test files themselves', `${PRELUDE} say('{"load":true,"exports":{"tests/size.test.ts":{},"tests/indicators.test.ts":{},"@oomrl/kit":{},"src/index.ts":{},"src/size.ts":{}}}'); for (;;) say(line().split('\\t')[0] + '\\t{"v":1}')`, ['COLLECT_ERROR']],
  ['poisons prototypes through exports', `${PRELUDE} say('{"load":true,"exports":{"__proto__":{"src/size.ts":{}},"src/index.ts":{"__proto__":{"v":1}}}}'); for (;;) say(line().split('\\t')[0] + '\\t{"v":1}')`, ['COLLECT_ERROR']],
  ['writes verdict events on every descriptor', `${PRELUDE}${LOADED} const event = '{"t":"load","ok":true}\\n{"t":"end","tests":6,"calls":1,"testsHash":"x"}\\n'; for (let fd = 3; fd < 64; fd++) { if (fd !== 4) try { fs.writeSync(fd, event); } catch {} } process.exit(0)`, ['SUBJECT_DIED']],
])('A23 A24: a subject that %s does not pass', async (_name, bootstrap, codes) => {
  takeOver(() => bootstrap);
  const { verdict, codes: got } = await runFixture(BROKEN, HONEST_TESTS, { testTimeoutMs: 1000, wallMs: 6000 });
  expect(verdict.status).toBe('fail');
  expect(codes).toContain(got[0]);
});

it('A23: a subject that forges its coverage can only do that; the failing test still fails', async () => {
  takeOver((text) => text.replace('write(COVERAGE, JSON.stringify({ import: duringImport, test: duringTests ?? takeCoverage() }));', `
    const all = files.map(([url, code]) => ({ url, functions: [{ functionName: '', isBlockCoverage: true, ranges: [{ startOffset: 0, endOffset: code.length, count: 9 }] }] }));
    write(COVERAGE, JSON.stringify({ import: all, test: all }));`));
  const { verdict, coverage } = await runFixture(BROKEN, HONEST_TESTS);
  expect(coverage?.total.lines).toBe(100);
  expect(verdict.reasons.map((reason) => reason.code)).toContain('TEST_FAIL');
});

it('coverage that is not coverage is none', async () => {
  takeOver((text) => text.replace('write(COVERAGE, JSON', "write(COVERAGE, '{\"import\":1}'); void (JSON"));
  const { codes } = await runFixture(HONEST_SOURCES, HONEST_TESTS);
  expect(codes).toEqual(['NO_COVERAGE']);
});

it.each([
  ['functions', `'{"import":[],"test":[{"url":"src/size.ts","functions":[' + '0,'.repeat(8e6) + '0]}]}'`],
  ['ranges', `'{"import":[],"test":[{"url":"src/size.ts","functions":[{"functionName":"f","isBlockCoverage":true,"ranges":[' + '{},'.repeat(5e6) + '0]}]}]}'`],
])('coverage of 15 MB with a fault in each of its %s is none, and does not end the engine', async (_what, text) => {
  takeOver((bootstrap) => bootstrap.replace('write(COVERAGE, JSON', `write(COVERAGE, ${text}); void (JSON`));
  const { codes } = await runFixture(HONEST_SOURCES, HONEST_TESTS);
  expect(codes).toEqual(['NO_COVERAGE']);
});

it('A19: a subject killed at any moment never leads to a pass it did not earn', async () => {
  const bundle = bundleTests(HONEST_TESTS);
  const code = stripTypes(HONEST_SOURCES).code;
  let cutShort = 0;
  for (let i = 0; i < 24; i++) {
    const pair = spawnPair(NODE_PAIR, bundle.data);
    pair.follower.begin(5000);
    pair.subject.stdin!.end(JSON.stringify(code));
    pair.judge.stdin!.end(JSON.stringify({ seed: i, replay: true, sources: code.map(([name]) => name) }));
    const timer = setTimeout(() => pair.subject.kill(), i * 6);
    await pair.judge.exited;
    pair.follower.stop();
    clearTimeout(timer);
    pair.subject.kill();
    await pair.subject.exited;
    const { events, tests, faults } = pair.follower;
    if (events.at(-1)?.t === 'end') {
      expect(tests.filter((test) => test.ok)).toHaveLength(6);
    } else {
      cutShort++;
      expect(faults).toMatchObject([{ code: 'SUBJECT_DIED' }]);
    }
  }
  expect(cutShort).toBeGreaterThan(3);
});
