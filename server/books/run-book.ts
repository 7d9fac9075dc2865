import { z } from 'zod';
import { parseOrThrow } from '@/server/contracts/errors';
import { ENGINE_ACTOR } from '@/server/contracts/roles';
import type { JobContext, JobHandler } from '@/server/jobs/job';
import { setPace } from './control-run';
import { getBook, getLastStep, type StepRow } from './get-book';
import type { StepHooks } from './step-hooks';
import { openStepper } from './stepper';

/** Goals are absolute; `fromDayIndex` is where the run began, for the progress bar. */
export const runPayloadSchema = z.object({ bookId: z.string(), episodeId: z.string(), fromDayIndex: z.int(), toDate: z.string().nullable(), toDayIndex: z.int().nullable() });
export type RunPayload = z.output<typeof runPayloadSchema>;
const livePayload = z.object({ bookId: z.string(), episodeId: z.string() });

export interface RunResult {
  days: number;
  date: string | null;
  /** Why it ended. */
  end: 'reached' | 'no_more_days' | 'not_running' | 'stopped' | 'other_episode' | 'pace_off';
}

/**
 * `book.run`: trades until a date, a day index, the end of the market, a halt or a cancel. The goal is absolute, so a run
 * that was killed and goes on neither loses nor repeats a day.
 */
export const runBookJob = (hooks: StepHooks): JobHandler => async (context) => {
  const goal = parseOrThrow(runPayloadSchema, context.payload, 'book.run payload');
  return walk(context, hooks, {
    ...goal,
    isThere: (last) => (goal.toDate !== null && last.date >= goal.toDate) || (goal.toDayIndex !== null && last.dayIndex >= goal.toDayIndex),
    fraction: (last, dates) => {
      const at = dates.indexOf(last.date);
      const end = goal.toDate === null ? dates.length - 1 : dates.findLastIndex((d) => d <= (goal.toDate as string));
      const days = goal.toDayIndex === null ? end - (at - last.dayIndex + goal.fromDayIndex) : goal.toDayIndex - goal.fromDayIndex;
      return days > 0 ? (last.dayIndex - goal.fromDayIndex) / days : 1;
    },
  });
};

/**
 * `book.live`: one day every `paceSeconds` of the book, read anew each second, until the pace is off or the book stops. At the
 * end of the market the pace goes off by itself, so that the screen does not promise a day that cannot come.
 */
export const liveBookJob = (hooks: StepHooks): JobHandler => async (context) => {
  const { db, signal } = context;
  const { bookId, episodeId } = parseOrThrow(livePayload, context.payload, 'book.live payload');
  const waitForDay = async (): Promise<RunResult['end'] | null> => {
    const since = Date.now();
    for (;;) {
      const book = getBook(db, bookId);
      if (signal.aborted) return 'stopped';
      if (book.state !== 'running') return 'not_running';
      if (book.episodeId !== episodeId) return 'other_episode';
      if (book.paceSeconds === null) return 'pace_off';
      const left = since + book.paceSeconds * 1000 - Date.now();
      if (left <= 0) return null;
      await pause(Math.min(left, 1000), signal);
    }
  };
  const result = await walk(context, hooks, { bookId, episodeId, isThere: () => false, fraction: (last, dates) => (dates.indexOf(last.date) + 1) / dates.length, waitForDay });
  if (result.end === 'no_more_days') setPace(db, { bookId, paceSeconds: null, actor: ENGINE_ACTOR, now: Date.now() });
  return result;
};

interface Walk {
  bookId: string;
  episodeId: string;
  isThere(last: StepRow): boolean;
  fraction(last: StepRow, dates: readonly string[]): number;
  /** Resolves null when the next day is due, else with why there will be none. */
  waitForDay?(): Promise<RunResult['end'] | null>;
}

async function walk(context: JobContext, hooks: StepHooks, plan: Walk): Promise<RunResult> {
  const { db, signal } = context;
  const stepper = openStepper(db, plan.bookId, { hooks });
  const result: RunResult = { days: 0, date: null, end: 'stopped' };
  const before = getLastStep(db, plan.episodeId);
  if (before && plan.isThere(before)) return { ...result, date: before.date, end: 'reached' };
  try {
    while (!signal.aborted) {
      if (getBook(db, plan.bookId).episodeId !== plan.episodeId) return { ...result, end: 'other_episode' };
      const over = await plan.waitForDay?.();
      if (over) return { ...result, end: over };
      const step = await stepper.step();
      if (!step) return { ...result, end: stepper.stopped ?? 'not_running' };
      result.days += 1;
      result.date = step.date;
      context.progress(plan.fraction(step, stepper.dates), `${step.date}, equity ${(step.equityFen / 100).toFixed(2)}`);
      if (plan.isThere(step)) return { ...result, end: 'reached' };
    }
    return result;
  } finally {
    await stepper.close();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
