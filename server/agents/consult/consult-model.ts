import { z } from 'zod';
import { AppError } from '@/server/contracts/errors';
import type { JobContext } from '@/server/jobs/job';
import { cleanText } from '@/server/stdaw/gradient/clean-text';
import { makeTools } from '../agent-tools';
import { priceOf } from '../capital/prices';
import type { HostedProvider } from '../model/api-key';
import { callModel, DEFAULT_RETRY, type RetryPolicy } from '../model/call-model';
import type { Message, ModelClient, Reply } from '../model/types';
import type { AgentTools } from '../port';

export interface Consultation<S extends z.ZodType> {
  readonly incidentId: string;
  readonly bookId: string;
  readonly provider: HostedProvider;
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  /** The one tool through which the answer comes. */
  readonly tool: string;
  readonly describe: string;
  readonly schema: S;
  readonly maxTokens: number;
  readonly clock: () => number;
  readonly retry?: RetryPolicy;
}

/** Times a model may be told that its answer was not usable. */
const MAX_NUDGES = 3;

/**
 * One question to a model about an incident, paid by the book's account, traced under the incident. What was cut off or does
 * not validate is never used: the model is told and asked again.
 * @throws AppError PROVIDER_FAILED, OUT_OF_MONEY; the signal's reason when aborted
 */
export async function consultModel<S extends z.ZodType>(context: JobContext, client: ModelClient, ask: Consultation<S>): Promise<z.output<S>> {
  const { db, job, signal } = context;
  const now = ask.clock();
  const price = priceOf(db, { provider: ask.provider, model: ask.model, date: new Date(now).toISOString().slice(0, 10) });
  const tools = makeTools({ db, proposalId: ask.incidentId, bookId: ask.bookId, attemptId: job.id, price, signal, clock: ask.clock });
  tools.trace('spawn', { agent: ask.provider, model: ask.model, tool: ask.tool });
  try {
    return await converseOnce(client, ask, tools);
  } catch (error) {
    // Whoever looks at the incident is told that no answer comes.
    tools.trace('stop', { decision: 'stop', why: error instanceof Error ? error.message : 'The question was given up.' });
    throw error;
  }
}

async function converseOnce<S extends z.ZodType>(client: ModelClient, ask: Consultation<S>, tools: AgentTools): Promise<z.output<S>> {
  const { signal } = tools;
  const messages: Message[] = [{ role: 'user', text: ask.prompt }];
  for (let nudges = 0; nudges <= MAX_NUDGES; nudges++) {
    const reply = await callModel(client, { model: ask.model, system: ask.system, messages, tools: [{ name: ask.tool, description: ask.describe, schema: z.toJSONSchema(ask.schema, { io: 'input' }) as Record<string, unknown> }], maxTokens: ask.maxTokens, signal }, tools, ask.retry ?? DEFAULT_RETRY);
    tools.trace('message', { role: 'assistant', turn: nudges, model: reply.model, text: cleanText(reply.text, 4000) }, { inputTokens: reply.inputTokens, outputTokens: reply.outputTokens });
    const read = readAnswer(reply, ask);
    if (read.ok) return read.value;
    if (reply.stop !== 'length') messages.push({ role: 'assistant', text: reply.text, calls: reply.calls });
    if (reply.stop !== 'length' && reply.calls.length > 0) messages.push({ role: 'tool', results: reply.calls.map((call) => ({ id: call.id, text: read.why, isError: true })) });
    else messages.push({ role: 'user', text: read.why });
  }
  throw new AppError('PROVIDER_FAILED', `The model ${ask.model} gave no usable answer in ${MAX_NUDGES + 1} tries; ask again, or choose another model.`);
}

function readAnswer<S extends z.ZodType>(reply: Reply, ask: Consultation<S>): { ok: true; value: z.output<S> } | { ok: false; why: string } {
  if (reply.stop === 'length') return { ok: false, why: 'Your answer was cut off at the token limit and was ignored. Answer more briefly.' };
  const call = reply.calls.find((c) => c.name === ask.tool);
  if (!call) return { ok: false, why: `Answer by calling ${ask.tool}.` };
  try {
    const parsed = ask.schema.safeParse(JSON.parse(call.input));
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, why: `Not valid: ${parsed.error.issues.slice(0, 3).map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}` };
  } catch {
    return { ok: false, why: 'The input of the call is not valid JSON.' };
  }
}
