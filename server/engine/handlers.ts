import { liveBookJob, runBookJob } from '@/server/books/run-book';
import type { JobHandler } from '@/server/jobs/job';
import { monitorHooks } from '@/server/monitor/evaluate-step';

/** Jobs that use a processor while they run: few at a time. */
export const WORK: Readonly<Record<string, JobHandler>> = {
  'book.run': runBookJob(monitorHooks),
};

/** Jobs that mostly wait for the next day or the end of a hold: many at a time, so that none of them keeps work from starting. */
export const WAITING: Readonly<Record<string, JobHandler>> = {
  'book.live': liveBookJob(monitorHooks),
};
