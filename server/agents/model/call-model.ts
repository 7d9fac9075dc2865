import { AppError } from '@/server/contracts/errors';
import type { AgentTools } from '../port';
import { tidyReply } from './tidy-reply';
import { type ModelClient, ModelFault, type Reply, type Turn } from './types';

export interface RetryPolicy {
  /** Tries in all. */
  readonly tries: number;
  readonly firstWaitMs: number;
}
export const DEFAULT_RETRY: RetryPolicy = { tries: 3, firstWaitMs: 500 };

/**
 * One turn with our own retries: a turn changes nothing, so it may be asked again, also when the error came in the middle of
 * a stream. Each try is paid for by itself, the failed ones too; a stop or an empty account ends the waiting.
 * @throws AppError PROVIDER_FAILED when tries run out or trying again is no use
 */
export async function callModel(client: ModelClient, turn: Turn, tools: AgentTools, policy: RetryPolicy = DEFAULT_RETRY): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const started = performance.now();
    const live = tools.live?.();
    try {
      const reply = await tools.pay('model', { ...estimateOf(turn), cpuSeconds: 0, costMicros: 0 }, async (book) => {
        try {
          const done = tidyReply(await client.complete(live ? { ...turn, onDelta: live.hear } : turn));
          book({ inputTokens: done.inputTokens, outputTokens: done.outputTokens, cpuSeconds: 0, costMicros: 0 });
          return done;
        } catch (error) {
          if (error instanceof ModelFault) book({ ...error.usage, cpuSeconds: 0, costMicros: 0 });
          throw error;
        }
      });
      if (reply.stop === 'refusal') throw new AppError('PROVIDER_FAILED', `The model ${reply.model} refused to answer; change the mandate or take another model.`, { stop: 'refusal' });
      return reply;
    } catch (error) {
      turn.signal.throwIfAborted();
      if (!(error instanceof ModelFault)) throw error;
      const { fault, usage } = error;
      const again = fault.retry && attempt < policy.tries;
      tools.trace('tool_result', { tool: 'model', fault: fault.kind, text: fault.message, try: attempt, again }, { ...usage, durationMs: performance.now() - started });
      if (!again) throw new AppError('PROVIDER_FAILED', `The model ${turn.model} did not answer (${fault.kind.replaceAll('_', ' ')}, try ${attempt} of ${policy.tries}): ${fault.message}`, { kind: fault.kind });
      live?.end();
      await wait(fault.retryAfterMs ?? policy.firstWaitMs * 2 ** (attempt - 1), turn.signal);
    } finally {
      live?.end();
    }
  }
}

/** An upper bound before the call: three characters a token, and all the output that is allowed. */
function estimateOf(turn: Turn): { inputTokens: number; outputTokens: number } {
  return { inputTokens: Math.ceil((JSON.stringify([turn.messages, turn.tools]).length + turn.system.length) / 3), outputTokens: turn.maxTokens };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
