import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '@/server/contracts/errors';
import { cleanText } from '@/server/stdaw/gradient/clean-text';
import type { AgentDraft, AgentTask, AgentTools } from '../port';
import { callModel, DEFAULT_RETRY, type RetryPolicy } from './call-model';
import { type Language, parseInput, runTool, TOOL_SPECS, VERIFY_TOOL, verifyInput } from './edit-tools';
import { SYSTEM_PROMPT, taskPrompt } from './prompt';
import { PythonWorkspace } from './python-workspace';
import type { SourceWorkspace } from './source-workspace';
import type { Message, ModelClient, Reply, ToolResult } from './types';
import { Workspace } from './workspace';

export interface Conversation {
  readonly client: ModelClient;
  readonly model: string;
  readonly maxTokens: number;
  readonly retry?: RetryPolicy;
}

/** Turns a model may take for one attempt. */
const MAX_TURNS = 24;
/** Tool calls of one reply that are run: each may parse a whole package, and the process has others to serve. */
const MAX_CALLS = 40;
/** Times a model may be told that its answer was cut off, or that it handed in nothing. */
const MAX_NUDGES = 3;

const recordedReply = z.object({
  turn: z.int(),
  reply: z.object({ text: z.string(), calls: z.array(z.object({ id: z.string(), name: z.string(), input: z.string() })), stop: z.enum(['end', 'tools', 'length', 'refusal']), inputTokens: z.number(), outputTokens: z.number(), model: z.string() }),
});

/**
 * One attempt as a conversation with tools. Each reply is stored before it is acted on and replayed from the store when the
 * attempt is taken up again, so a dead worker resumes at the last completed turn and recorded replies give the same patch.
 * @throws AppError PROVIDER_FAILED, OUT_OF_MONEY; the signal's reason when aborted
 */
export async function converse(conversation: Conversation, task: AgentTask, tools: AgentTools): Promise<AgentDraft> {
  const { language } = task.base.manifest;
  const workspace = openWorkspace(task);
  const messages: Message[] = [{ role: 'user', text: taskPrompt(task, await workspace.listSymbols()) }];
  const recorded = new Map(tools.recall().flatMap((payload) => (recordedReply.safeParse(payload).success ? [[(payload as { turn: number }).turn, recordedReply.parse(payload).reply] as const] : [])));
  if (recorded.size === 0) tools.trace('message', { role: 'user', text: task.autopsy.mandate, feedback: task.feedback });
  let nudges = 0;
  const nudge = (text: string): void => {
    if (++nudges > MAX_NUDGES) throw new AppError('PROVIDER_FAILED', `The model ${conversation.model} did not hand in a patch: ${text}`);
    messages.push({ role: 'user', text });
  };
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    tools.signal.throwIfAborted();
    const reply = recorded.get(turn) ?? (await ask(conversation, language, messages, turn, tools));
    if (reply.stop === 'length') {
      // Cut off: not even a tool call that looks whole may be believed. The words are dropped, the model is told.
      nudge('Your last answer was cut off at the token limit and was ignored. Answer more briefly, one edit at a time.');
      continue;
    }
    if (reply.calls.length === 0) {
      const diff = extractDiff(reply.text);
      if (reply.text) messages.push({ role: 'assistant', text: reply.text, calls: [] });
      const problem = diff ? await tryDiff(workspace, diff, reply.text) : workspace.edits.length > 0 ? null : 'Nothing was changed. Use the edit tools or answer with one unified diff, then call verify.';
      if (problem) {
        nudge(problem);
        continue;
      }
      return toDraft(workspace, reply.text);
    }
    messages.push({ role: 'assistant', text: reply.text, calls: reply.calls });
    const results: ToolResult[] = [];
    let handedIn: string | null = null;
    for (const [n, call] of reply.calls.entries()) {
      // A stop, and whoever else this process serves, gets its turn between two calls.
      await nextTurn();
      tools.signal.throwIfAborted();
      if (n >= MAX_CALLS) {
        results.push({ id: call.id, text: `Not run: at most ${MAX_CALLS} calls a reply.`, isError: true });
        continue;
      }
      const result = call.name === VERIFY_TOOL ? handIn(workspace, call) : await runTool(language, workspace, call);
      if ('rationale' in result) handedIn = result.rationale;
      else results.push(result);
      if (!recorded.has(turn)) traceCall(tools, call, 'rationale' in result ? { id: call.id, text: 'handed in', isError: false } : result);
    }
    if (handedIn !== null) return toDraft(workspace, handedIn);
    messages.push({ role: 'tool', results });
  }
  throw new AppError('PROVIDER_FAILED', `The model ${conversation.model} used ${MAX_TURNS} turns without handing in a patch.`);
}

function openWorkspace({ base }: AgentTask): SourceWorkspace {
  const [extension, Copy] = base.manifest.language === 'python' ? (['.py', PythonWorkspace] as const) : (['.ts', Workspace] as const);
  return new Copy(base.sources.filter((f) => f.path.endsWith(extension)));
}

/** What is kept to be shown has no marks that turn text or hide it; the reply itself is kept as it came, so that it can be replayed. */
async function ask(conversation: Conversation, language: Language, messages: readonly Message[], turn: number, tools: AgentTools): Promise<Reply> {
  const started = performance.now();
  const { client, model, maxTokens } = conversation;
  const reply = await callModel(client, { model, system: SYSTEM_PROMPT[language], messages, tools: TOOL_SPECS[language], maxTokens, signal: tools.signal }, tools, conversation.retry ?? DEFAULT_RETRY);
  tools.trace('message', { role: 'assistant', turn, reply, model: reply.model, text: cleanText(reply.text, 4000) }, { inputTokens: reply.inputTokens, outputTokens: reply.outputTokens, durationMs: performance.now() - started });
  return reply;
}

function traceCall(tools: AgentTools, call: { name: string; input: string }, result: ToolResult): void {
  tools.trace('tool_call', { tool: call.name, input: cleanText(call.input, 4000) });
  tools.trace('tool_result', { tool: call.name, text: cleanText(result.text, 2000), isError: result.isError });
}

function handIn(workspace: SourceWorkspace, call: { id: string; name: string; input: string }): ToolResult | { rationale: string } {
  const parsed = parseInput(verifyInput, call);
  if (!parsed.ok) return { id: call.id, text: parsed.message, isError: true };
  if (workspace.edits.length === 0) return { id: call.id, text: 'Nothing has been changed yet; edit first.', isError: true };
  return parsed.input;
}

async function tryDiff(workspace: SourceWorkspace, diff: string, text: string): Promise<string | null> {
  try {
    await workspace.applyDiff(diff, text.slice(0, 500) || 'unified diff');
    return null;
  } catch (error) {
    if (error instanceof AppError) return `The diff does not apply: ${error.message}`;
    throw error;
  }
}

/** The unified diff in a plain answer: fenced or bare, prose around it cut off. CRLF throughout is transport; a mixture is left for the applier to refuse. */
export function extractDiff(text: string): string | null {
  const fenced = /```(?:diff|patch)?\r?\n([\s\S]*?)\r?\n```/.exec(text)?.[1];
  const body = fenced ?? text;
  const start = body.search(/^(?:diff --git |--- (?:a\/|\/dev\/null))/m);
  if (start < 0) return null;
  const diff = body.slice(start).replace(/[\r\n]+$/, '');
  return `${/(^|[^\r])\n/.test(diff) ? diff : diff.replaceAll('\r\n', '\n')}\n`;
}

function toDraft(workspace: SourceWorkspace, rationale: string): AgentDraft {
  return { diff: workspace.diff(), edits: workspace.edits, rationale };
}
