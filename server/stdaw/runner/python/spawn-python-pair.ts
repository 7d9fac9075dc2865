import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { createPipe } from '@/server/sandbox/pipe';
import { readRepoFile } from '@/server/sandbox/repo-file';
import { spawnSandboxed } from '@/server/sandbox/spawn-sandboxed';
import type { SandboxLimits } from '@/server/sandbox/types';
import { PYTHON_FLAGS, readerHash } from '../../sanitizer/python/read-python';
import { followJudge } from '../follow-judge';
import type { ProcessPair } from '../process-pair';

const RUNNER = 'server/stdaw/runner/python/';
const REALM = ['server/strategy/python/allowed_names.py', 'server/strategy/python/package_realm.py'];
const SUBJECT_FILES = [`${RUNNER}subject.py`, `${RUNNER}coverage_points.py`, `${RUNNER}value_codec.py`, ...REALM];
const JUDGE_FILES = [...['judge', 'judge_rpc', 'pytest_kit', 'rewrite_asserts', 'value_codec'].map((name) => `${RUNNER}${name}.py`), ...REALM];
const EVENT_BYTES = 16 << 20;
const COVERAGE_BYTES = 32 << 20;

const mount = (files: readonly string[]) => files.map((file) => ({ at: `/w/${file.slice(file.lastIndexOf('/') + 1)}`, data: readRepoFile(file) }));

/** SHA-256 of the trusted Python code: both bootstraps and the reader. */
export function pythonBootstrapHash(): string {
  const hash = createHash('sha256').update(readerHash());
  for (const file of [...SUBJECT_FILES, ...JUDGE_FILES]) hash.update(`${file}\n`).update(readRepoFile(file));
  return hash.digest('hex');
}

/** Judge and subject for Python, wired like those for TypeScript: see `spawnPair`. */
export function spawnPythonPair(testBundle: Buffer, limits?: Partial<SandboxLimits>): ProcessPair {
  const requests = createPipe();
  const replies = createPipe();
  try {
    const subject = spawnSandboxed({
      role: 'subject', runtime: 'python', runtimeArgs: PYTHON_FLAGS, argv: ['/w/subject.py'], stdin: 'pipe', limits, files: mount(SUBJECT_FILES),
      extraFds: [{ fd: 3, direction: 'in', raw: requests.read }, { fd: 4, direction: 'out', raw: replies.write }, { fd: 5, direction: 'out', capBytes: COVERAGE_BYTES }],
    });
    const judge = spawnSandboxed({
      role: 'judge', runtime: 'python', runtimeArgs: PYTHON_FLAGS, argv: ['/w/judge.py'], stdin: 'pipe', limits, files: [...mount(JUDGE_FILES), { at: '/w/tests.json', data: testBundle }],
      extraFds: [{ fd: 3, direction: 'out', capBytes: EVENT_BYTES }, { fd: 6, direction: 'out', raw: requests.write }, { fd: 7, direction: 'in', raw: replies.read }],
    });
    const coverage: Buffer[] = [];
    subject.readable(5).on('data', (chunk: Buffer) => coverage.push(chunk));
    const follower = followJudge(judge.readable(3), () => {
      judge.kill();
      subject.kill();
    });
    return { judge, subject, follower, coverageText: () => Buffer.concat(coverage).toString('utf8') };
  } finally {
    for (const fd of [requests.read, requests.write, replies.read, replies.write]) closeSync(fd);
  }
}
