import { liveBookJob, runBookJob } from '@/server/books/run-book';
import type { JobHandler } from '@/server/jobs/job';
import { monitorHooks } from '@/server/monitor/evaluate-step';

/** Loaded with the first job that needs it: the agents bring a compiler along. */
const lazy = (load: () => Promise<JobHandler>): JobHandler => {
  let handler: Promise<JobHandler> | undefined;
  return async (context) => (await (handler ??= load()))(context);
};

/** Jobs that use a processor while they run: few at a time. */
export const WORK: Readonly<Record<string, JobHandler>> = {
  'book.run': runBookJob(monitorHooks),
  'book.sim2real': lazy(async () => (await import('@/server/books/run-sim2real')).runSim2RealJob()),
  'agent.run': lazy(async () => {
    const [{ runProposalJob }, { PROVIDERS }] = await Promise.all([import('@/server/agents/run-proposal'), import('@/server/agents/providers')]);
    return runProposalJob(PROVIDERS);
  }),
};

/** Jobs that mostly wait for the next day or the end of a hold: many at a time, so that none of them keeps work from starting. */
export const WAITING: Readonly<Record<string, JobHandler>> = {
  'book.live': liveBookJob(monitorHooks),
  // A model thinks elsewhere: the engine only waits for it.
  'thread.reply': lazy(async () => (await import('@/server/agents/consult/reply-in-thread')).replyInThreadJob()),
  'critic.run': lazy(async () => (await import('@/server/agents/consult/run-critic')).runCriticJob()),
  'proposal.deploy': lazy(async () => (await import('@/server/agents/deploy-approved')).deployApprovedJob()),
};
