import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { runFixture } from '../run-fixture';
import type { PackageFile } from '../types';
import { bundlePythonTests } from './bundle-python-tests';
import { spawnPair } from '../process-pair';
import { PYTHON_PAIR } from './python-pair';

beforeAll(async () => {
  await requireSandbox();
});

let root: string | null = null;
afterEach(() => {
  vi.unstubAllEnvs();
  if (root) rmSync(root, { recursive: true });
  root = null;
});

/** Take the subject over completely, as if code had broken out of the realm: what is left is the split of the processes. */
function takeOver(change: (bootstrap: string) => string): void {
  root = mkdtempSync(path.join(tmpdir(), 'hostile-'));
  for (const dir of ['server/stdaw', 'server/sandbox', 'server/strategy']) {
    mkdirSync(path.join(root, dir), { recursive: true });
    cpSync(dir, path.join(root, dir), { recursive: true, filter: (name) => !name.includes('.test.') });
  }
  const file = path.join(root, 'server/stdaw/runner/python/subject.py');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  vi.stubEnv('OOMRL_ROOT', root);
}

const file = (name: string, text: string): PackageFile => ({ path: name, text });
const SIZE = 'def lots(equity, price):\n    return int(equity / price / 100) * 100\n\n\ndef clamp(x, top):\n    return min(x, top)\n';
const SOURCES = [file('src/size.py', SIZE)];
const BROKEN = [file('src/size.py', SIZE.replace('int(equity', 'round(equity'))];
const TESTS = [file('tests/test_size.py', 'from src.size import clamp, lots\n\n\ndef test_lots():\n    for got in map(lots, [104000], [33]):\n        assert got == 3100\n\n\ndef test_clamp():\n    assert clamp(5, 3) == 3\n    assert clamp(2, 3) == 2\n')];

const PRELUDE = `import os, sys
def say(s): os.write(4, s.encode() + b'\\n')
say('{"hello":1}')
buf = b''
def line():
    global buf
    while True:
        i = buf.find(b'\\n')
        if i >= 0:
            got, buf = buf[:i], buf[i + 1:]
            return got.decode()
        more = os.read(3, 65536)
        if not more: os._exit(0)
        buf += more
`;
const LOADED = `say('{"load":true,"exports":{"src/size.py":{"lots":{"fn":1},"clamp":{"fn":1}}}}')\n`;
const answering = (reply: string) => `${PRELUDE}${LOADED}while True:\n    i = line().split('\\t')[0]\n    say(i + '\\t' + ${JSON.stringify(reply)})\n`;

it.each<[string, string, string[]]>([
  ['ends at once with success', 'import os\nos._exit(0)', ['SUBJECT_DIED']],
  ['answers nothing and lives on', `${PRELUDE}${LOADED}import time\ntime.sleep(60)`, ['TIMEOUT']],
  ['answers with another id', `${PRELUDE}${LOADED}while True:\n    line()\n    say('zz\\t{"v":300}')`, ['PROTOCOL_VIOLATION']],
  ['answers before it is asked', `${PRELUDE}${LOADED}say('1\\t{"v":1}')\nimport time\ntime.sleep(60)`, ['PROTOCOL_VIOLATION']],
  ['answers with bytes that are not text', `${PRELUDE}${LOADED}while True:\n    line()\n    os.write(4, bytes([0, 255, 254, 10]))`, ['PROTOCOL_VIOLATION']],
  ['answers with no JSON', answering('{{'), ['PROTOCOL_VIOLATION']],
  ['answers with a list', answering('[1]'), ['PROTOCOL_VIOLATION']],
  ['answers with JSON nested without end', `${PRELUDE}${LOADED}while True:\n    i = line().split('\\t')[0]\n    say(i + '\\t{"v":' + '[' * 100000 + ']' * 100000 + '}')`, ['PROTOCOL_VIOLATION']],
  ['answers with tags that make no sense', answering('{"v":{"$":"d","v":[[[1],2]]}}'), ['PROTOCOL_VIOLATION']],
  ['answers with an error that ends loops', answering('{"e":"StopIteration","m":"","s":[]}'), ['TEST_FAIL']],
  ['answers with the judge\'s own error', answering('{"e":"SubjectGone","m":"","s":[]}'), ['TEST_FAIL']],
  ['answers with frames of the tests', answering('{"e":"ValueError","m":"x","s":[["tests/test_size.py",1,1,"x"],{"a":1},"src/x"]}'), ['TEST_FAIL']],
  ['never ends a line', `${PRELUDE}${LOADED}line()\nwhile True:\n    os.write(4, b'x' * 65536)`, ['OUTPUT_FLOOD']],
  ['exports the test files themselves', `${PRELUDE}say('{"load":true,"exports":{"tests/test_size.py":{},"pytest":{}}}')\nwhile True:\n    say(line().split('\\t')[0] + '\\t{"v":1}')`, ['COLLECT_ERROR']],
  ['exports nonsense', `${PRELUDE}say('{"load":true,"exports":{"src/size.py":{"lots":1,"clamp":[]}}}')\nwhile True:\n    say(line().split('\\t')[0] + '\\t{"v":1}')`, ['COLLECT_ERROR']],
  ['exports a value over the test runner', `${PRELUDE}say('{"load":true,"exports":{"src/size.py":{"lots":{"fn":1},"clamp":{"v":"{\\\\"$\\\\":\\\\"x\\\\",\\\\"v\\\\":1}"}}}}')\nwhile True:\n    say(line().split('\\t')[0] + '\\t{"v":1}')`, ['PROTOCOL_VIOLATION']],
  ['writes verdict events on every descriptor', `${PRELUDE}${LOADED}e = b'{"t":"load","ok":true}\\n{"t":"end","tests":2,"calls":1,"testsHash":"x"}\\n'\nfor fd in [3, *range(5, 64)]:\n    try:\n        os.write(fd, e)\n    except OSError:\n        pass\nos._exit(0)`, ['SUBJECT_DIED']],
])('A23 A24: a Python subject that %s does not pass', async (_name, bootstrap, codes) => {
  takeOver(() => bootstrap);
  const { verdict, codes: got } = await runFixture(BROKEN, TESTS, { testTimeoutMs: 1000, wallMs: 8000, replay: false });
  expect(verdict.status).toBe('fail');
  expect(codes).toContain(got[0]);
});

it('A23: a subject that forges its coverage can only do that; the failing test still fails', async () => {
  takeOver((text) => text.replace("'count': 1} for i, hit in enumerate(hits) if hit]", "'count': 1} for i, hit in enumerate(hits)]"));
  const { verdict, coverage } = await runFixture(BROKEN, TESTS);
  expect(coverage?.total.lines).toBe(100);
  expect(verdict.reasons.map((reason) => reason.code)).toContain('TEST_FAIL');
});

it('coverage that is not coverage is none', async () => {
  takeOver((text) => text.replace('write(COVERAGE, _dumps(', "write(COVERAGE, '{\"import\":1}') or (_dumps("));
  expect((await runFixture(SOURCES, TESTS)).codes).toEqual(['NO_COVERAGE']);
});

it('A19: a Python subject killed at any moment never leads to a pass it did not earn', async () => {
  const bundle = bundlePythonTests(TESTS);
  let cutShort = 0;
  for (let i = 0; i < 16; i++) {
    const pair = spawnPair(PYTHON_PAIR, bundle.data);
    pair.follower.begin(5000);
    pair.subject.stdin!.end(JSON.stringify({ sources: SOURCES.map((f) => [f.path, f.text]) }));
    pair.judge.stdin!.end(JSON.stringify({ seed: i, replay: true, sources: SOURCES.map((f) => f.path) }));
    const timer = setTimeout(() => pair.subject.kill(), i * 12);
    await pair.judge.exited;
    pair.follower.stop();
    clearTimeout(timer);
    pair.subject.kill();
    await pair.subject.exited;
    const { events, tests, faults } = pair.follower;
    if (events.at(-1)?.t === 'end') expect(tests.filter((test) => test.ok)).toHaveLength(2);
    else {
      cutShort++;
      expect(faults).toMatchObject([{ code: 'SUBJECT_DIED' }]);
    }
  }
  expect(cutShort).toBeGreaterThan(2);
});
