import { closeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createPipe } from '@/server/sandbox/pipe';
import { readRepoFile } from '@/server/sandbox/repo-file';
import { spawnSandboxed } from '@/server/sandbox/spawn-sandboxed';
import type { SandboxLimits, SandboxProcess } from '@/server/sandbox/types';
import { followJudge, type JudgeFollower } from './follow-judge';

/** A judge and a subject, connected; used for one run and thrown away. */
export interface ProcessPair {
  judge: SandboxProcess;
  subject: SandboxProcess;
  follower: JudgeFollower;
  /** What the subject wrote on its coverage fd so far. */
  coverageText(): string;
}

const RUNNER = 'server/stdaw/runner/';
const SUBJECT_FILES = [`${RUNNER}subject.cjs`, `${RUNNER}subject-codec.cjs`, 'server/sandbox/hardened-realm.cjs'];
const JUDGE_FILES = ['judge.cjs', 'judge-rpc.cjs', 'judge-codec.cjs', 'kit-expect.cjs', 'kit-data.cjs'].map((name) => RUNNER + name);
const SUBJECT_FLAGS = [
  '--experimental-vm-modules', '--no-warnings', '--disallow-code-generation-from-strings', '--disable-proto=delete',
  '--max-old-space-size=256', '--stack-size=900', '--v8-pool-size=1',
];
const JUDGE_FLAGS = ['--experimental-vm-modules', '--no-warnings', '--max-old-space-size=512', '--v8-pool-size=1'];
const EVENT_BYTES = 16 << 20;
const COVERAGE_BYTES = 32 << 20;

const mount = (files: readonly string[]) => files.map((file) => ({ at: `/w/${file.slice(file.lastIndexOf('/') + 1)}`, data: readRepoFile(file) }));

/** SHA-256 of the trusted code of both processes; part of every record. */
export function bootstrapHash(): string {
  const hash = createHash('sha256');
  for (const file of [...SUBJECT_FILES, ...JUDGE_FILES]) {
    const data = readRepoFile(file);
    hash.update(`${file} ${data.length}\n`).update(data);
  }
  return hash.digest('hex');
}

/**
 * Start both. The channel between them is two pipes that nobody else holds; the verdict fd exists only in the judge, the
 * tests are mounted only in the judge, the sources go only to the subject.
 */
export function spawnPair(testBundle: Buffer, limits?: Partial<SandboxLimits>): ProcessPair {
  const requests = createPipe();
  const replies = createPipe();
  try {
    const subject = spawnSandboxed({
      role: 'subject', runtime: 'node', runtimeArgs: SUBJECT_FLAGS, argv: ['/w/subject.cjs'], stdin: 'pipe', limits, files: mount(SUBJECT_FILES),
      extraFds: [{ fd: 3, direction: 'in', raw: requests.read }, { fd: 4, direction: 'out', raw: replies.write }, { fd: 5, direction: 'out', capBytes: COVERAGE_BYTES }],
    });
    const judge = spawnSandboxed({
      role: 'judge', runtime: 'node', runtimeArgs: JUDGE_FLAGS, argv: ['/w/judge.cjs'], stdin: 'pipe', limits, files: [...mount(JUDGE_FILES), { at: '/w/tests.json', data: testBundle }],
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

export function killPair(pair: Pick<ProcessPair, 'judge' | 'subject'>): void {
  pair.judge.kill();
  pair.subject.kill();
}
