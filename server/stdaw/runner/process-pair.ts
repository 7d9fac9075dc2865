import { closeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createPipe } from '@/server/sandbox/pipe';
import { readRepoFile } from '@/server/sandbox/repo-file';
import { spawnSandboxed } from '@/server/sandbox/spawn-sandboxed';
import type { SandboxLimits, SandboxProcess, SandboxRuntime } from '@/server/sandbox/types';
import { followJudge, type JudgeFollower } from './follow-judge';

/** A judge and a subject, connected; used for one run and thrown away. */
export interface ProcessPair {
  judge: SandboxProcess;
  subject: SandboxProcess;
  follower: JudgeFollower;
  /** What the subject wrote on its coverage fd so far. */
  coverageText(): string;
}

/** Trusted code of one side: files of this repository, the first of which is started. */
interface PairSide {
  readonly flags: readonly string[];
  readonly files: readonly [string, ...string[]];
}

/** What judge and subject are in one language. */
export interface PairProgram {
  readonly runtime: SandboxRuntime;
  readonly subject: PairSide;
  readonly judge: PairSide;
}

const EVENT_BYTES = 16 << 20;
/** Twice the largest package. As objects it takes up to thirty times the room. */
const COVERAGE_BYTES = 16 << 20;

const inside = (file: string) => `/w/${file.slice(file.lastIndexOf('/') + 1)}`;
const mount = ({ files }: PairSide) => files.map((file) => ({ at: inside(file), data: readRepoFile(file) }));

/** SHA-256 of the trusted code of both processes; part of every record. */
export function programHash({ subject, judge }: PairProgram): string {
  const hash = createHash('sha256');
  for (const file of [...subject.files, ...judge.files]) {
    const data = readRepoFile(file);
    hash.update(`${file} ${data.length}\n`).update(data);
  }
  return hash.digest('hex');
}

/**
 * Start both. The channel between them is two pipes that nobody else holds; the verdict fd exists only in the judge, the
 * tests are mounted only in the judge, the sources go only to the subject.
 */
export function spawnPair({ runtime, ...sides }: PairProgram, testBundle: Buffer, limits?: Partial<SandboxLimits>): ProcessPair {
  const requests = createPipe();
  const replies = createPipe();
  const start = (side: PairSide) => ({ runtime, runtimeArgs: side.flags, argv: [inside(side.files[0])], stdin: 'pipe', limits }) as const;
  try {
    const subject = spawnSandboxed({
      ...start(sides.subject), role: 'subject', files: mount(sides.subject),
      extraFds: [{ fd: 3, direction: 'in', raw: requests.read }, { fd: 4, direction: 'out', raw: replies.write }, { fd: 5, direction: 'out', capBytes: COVERAGE_BYTES }],
    });
    const judge = spawnSandboxed({
      ...start(sides.judge), role: 'judge', files: [...mount(sides.judge), { at: '/w/tests.json', data: testBundle }],
      extraFds: [{ fd: 3, direction: 'out', capBytes: EVENT_BYTES }, { fd: 6, direction: 'out', raw: requests.write }, { fd: 7, direction: 'in', raw: replies.read }],
    });
    const coverage: Buffer[] = [];
    subject.readable(5).on('data', (chunk: Buffer) => coverage.push(chunk));
    const follower = followJudge(judge.readable(3), () => killPair({ judge, subject }));
    return { judge, subject, follower, coverageText: () => Buffer.concat(coverage).toString('utf8') };
  } finally {
    for (const fd of [requests.read, requests.write, replies.read, replies.write]) closeSync(fd);
  }
}

export function killPair(pair: Pick<ProcessPair, 'judge' | 'subject'>): void {
  pair.judge.kill();
  pair.subject.kill();
}
