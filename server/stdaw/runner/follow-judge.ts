import type { Readable } from 'node:stream';
import { judgeEventSchema } from './evidence-schemas';
import type { JudgeEvent, RunFault, TestResult } from './types';

const START_MS = 5000;
/** Until the greeting only trusted code runs; a container on a busy machine takes seconds to start. */
const BOOT_MS = 15_000;

/** Reads the judge's events as they come, with a clock on every silence. */
export interface JudgeFollower {
  events: JudgeEvent[];
  tests: TestResult[];
  faults: RunFault[];
  /** How long the replay took, by the clock of this process, in ms. */
  readonly replayMs: number;
  /** Resolves at the judge's greeting; never rejects. */
  ready: Promise<void>;
  /** Start the clock (before that the judge waits for its orders). @param testTimeoutMs longest time of one test */
  begin(testTimeoutMs: number): void;
  stop(): void;
}

/** @param onStall called once when the judge is silent for too long or talks nonsense */
export function followJudge(stream: Readable, onStall: () => void): JudgeFollower {
  const events: JudgeEvent[] = [];
  const tests: TestResult[] = [];
  const faults: RunFault[] = [];
  let timer: NodeJS.Timeout | undefined;
  let testTimeoutMs: number | undefined;
  let current: string | undefined;
  let lastAt = 0;
  let replayMs = 0;
  let announceReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    announceReady = resolve;
  });

  const fail = (fault: RunFault): void => {
    clearTimeout(timer);
    faults.push(fault);
    onStall();
  };
  const watch = (): void => {
    clearTimeout(timer);
    if (testTimeoutMs === undefined) return;
    const between = Math.max(events.length === 0 ? BOOT_MS : START_MS, testTimeoutMs);
    const limit = current === undefined ? between : testTimeoutMs;
    timer = setTimeout(() => {
      fail({ code: 'TIMEOUT', message: current === undefined ? `no progress for ${limit} ms` : `the test took longer than ${limit} ms`, ...(current === undefined ? {} : { test: current }) });
    }, limit);
  };
  const take = (event: JudgeEvent): void => {
    events.push(event);
    const now = performance.now();
    if (event.t === 'replay') replayMs = now - lastAt;
    lastAt = now;
    if (event.t === 'ready') {
      announceReady();
      return;
    }
    if (event.t === 'start') current = event.id;
    if (event.t === 'ok' || event.t === 'fail') {
      current = undefined;
      tests.push({ id: event.id, ok: event.t === 'ok', ms: event.ms, ...(event.t === 'fail' ? { error: event.error } : {}) });
    }
    if (event.t === 'dead') faults.push({ code: event.code, message: event.message, ...(current === undefined ? {} : { test: current }) });
    if (event.t === 'crash') faults.push({ code: 'JUDGE_CRASH', message: event.message });
    if (event.t === 'end' || event.t === 'dead' || event.t === 'crash') clearTimeout(timer);
    else watch();
  };

  const begin = (limitMs: number): void => {
    testTimeoutMs = limitMs;
    watch();
  };

  let partial: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    partial = partial.length > 0 ? Buffer.concat([partial, chunk]) : chunk;
    for (let end = partial.indexOf(10); end >= 0; end = partial.indexOf(10)) {
      const line = partial.subarray(0, end).toString('utf8');
      partial = partial.subarray(end + 1);
      const parsed = judgeEventSchema.safeParse(parseJson(line));
      if (parsed.success) take(parsed.data);
      else if (faults.length === 0) fail({ code: 'PROTOCOL_VIOLATION', message: 'the judge wrote something that is not an event' });
    }
  });
  return {
    events, tests, faults, ready, begin, stop: () => clearTimeout(timer),
    get replayMs() {
      return replayMs;
    },
  };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
